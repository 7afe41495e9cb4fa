import { type MatchData, type Warning, warning } from '../../../../contract/index.ts'
import { type Language, normalize } from '../../text/index.ts'
import { quote } from '../read/quote.ts'
import type { ResumeFacts } from '../resume/resume.ts'
import type { Assessed } from '../score/assess.ts'
import { type Scored, weightOf } from '../score/score.ts'
import { kindWeight } from '../weights.ts'
import { type Conclusion, concluded, countOf } from './advice.ts'
import { type Phrases, phrasesIn } from './phrases.ts'
import { questionOn } from './questions.ts'

const strengthsMax = 8
const gapsMax = 10
const actionsMin = 2
const actionsMax = 6
const keywordsMax = 40
const shortTextMax = 80
/** Maximum lengths of a job line in a question, of its quote, and of a quote in a question. */
const jobCharactersMax = 40
const lineCharactersMax = 80
const askedQuoteMax = 80
/** The maximum number of requirements listed in a recommendation. */
const namedMax = 3

/** The result for a requirement. `echo` is a verbatim quote that only repeats the job, or empty. */
export interface Told extends Assessed {
  readonly echo: string
}

interface Explained extends Omit<MatchData, 'score' | 'engine' | 'parts'> {
  readonly recommended: boolean
}

/** The explanation of a result, in the language of the job description. */
export function explain(
  language: Language,
  scored: Scored,
  assessed: readonly Told[],
  facts: ResumeFacts,
  lastJob: string,
): Explained {
  const phrases = phrasesIn(language)
  const judged = assessed.filter(({ requirement }) => !requirement.isBarred)
  const byWeight = [...judged].sort((a, b) => importance(b) - importance(a))
  const conclusion = concluded(scored, byWeight)
  return {
    strengths: strengths(byWeight, phrases),
    gaps: gaps(byWeight, phrases),
    keywords: keywords(assessed, facts),
    actions: actions(language, byWeight, lastJob),
    recommendation: recommendation(language, conclusion, byWeight, phrases),
    recommended: conclusion.band === 'strong' || conclusion.band === 'good',
    requirements: assessed.map((each) => ({
      text: each.requirement.text,
      priority: each.requirement.priority,
      kind: each.requirement.kind,
      status: each.status,
      evidence: each.status === 'not_met' ? null : (each.quotes[0] ?? null),
      stated: each.status !== 'not_met' || each.quotes.length > 0,
      weight: each.requirement.weight ?? (weightOf(each) || 1),
      credit: Number(each.credit.toFixed(4)),
    })),
    warnings: warnings(language, conclusion, assessed),
  }
}

function importance({ requirement }: Assessed): number {
  return kindWeight[requirement.kind] + (requirement.priority === 'must' ? 2 : 0)
}

function strengths(assessed: readonly Assessed[], phrases: Phrases): string[] {
  return assessed
    .filter(({ status, quotes }) => status === 'met' && quotes.length > 0)
    .slice(0, strengthsMax)
    .map(({ requirement, quotes }) => phrases.strength(short(requirement.text), quotes.map(inOneLine)))
}

function gaps(assessed: readonly Told[], phrases: Phrases): string[] {
  const open = assessed.filter(({ requirement, status }) => status !== 'met' && requirement.kind !== 'place')
  return open.slice(0, gapsMax).map((each) => {
    const { requirement, status, quotes, missing, faint, echo } = each
    const text = short(requirement.text)
    if (each.isUnknown === true) return phrases.unknown(text)
    if (echo !== '') return phrases.onlyNamed(text, inOneLine(echo))
    if (status === 'partly') return phrases.partly(text, missing, faint, quotes.map(inOneLine))
    if (quotes[0] !== undefined) return phrases.touched(text, inOneLine(quotes[0]))
    return requirement.priority === 'must' ? phrases.missingMust(text) : phrases.missingPreferred(text)
  })
}

/** Shortens a text to one line at a word boundary, without trailing punctuation. */
function clip(text: string, charactersMax: number): string {
  const line = inOneLine(text)
  const signs = [...line]
  const cut = signs.slice(0, charactersMax).join('')
  const whole = signs.length > charactersMax ? cut.replace(/(?<=\w) \w{1,20}$/u, '') : cut
  return whole.replace(/[\s,，、;；:：(（–—-]{1,8}$/u, '')
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ')

/**
 * Keywords of the job that the resume names, literally or by another name. More specific or implied
 * concepts don't count.
 */
function keywords(assessed: readonly Assessed[], { segments, echoes, concepts }: ResumeFacts): string[] {
  const text = [...segments, ...echoes].map(({ norm }) => norm).join('\n')
  const named = new Map<string, string>()
  for (const { key, name } of assessed.flatMap(({ requirement }) => requirement.concepts)) {
    const shown = concepts.get(key)
    if (shown === undefined || shown.strength === 0 || named.has(key)) continue
    const norm = normalize(name)
    if (text.includes(norm) || shown.isNamed) named.set(key, name)
  }
  return [...new Set(named.values())].slice(0, keywordsMax)
}

/** The line of the most recent dated job. */
export function lastJobOf({ employment }: ResumeFacts): string {
  const last = [...employment.jobs].sort((a, b) => b.span.end - a.span.end || b.span.start - a.span.start)[0]
  return last === undefined ? '' : quote(last.segment, 0, lineCharactersMax)
}

function actions(language: Language, assessed: readonly Told[], lastJob: string): string[] {
  const open = assessed.filter(({ status }) => status !== 'met')
  // If almost nothing is open, met requirements are questioned too.
  const claimed = assessed.filter(({ status }) => status === 'met')
  const questions = new Set<string>()
  let job = clip(lastJob, jobCharactersMax)
  for (const each of [...open, ...claimed.slice(0, Math.max(0, actionsMin - open.length))]) {
    if (questions.size === actionsMax) break
    const { requirement, status, quotes, missing, faint, echo } = each
    const { kind, norm } = requirement
    const said = clip(quotes[0] ?? echo, askedQuoteMax)
    const text = short(requirement.text)
    const asked = questionOn(language, {
      kind,
      status,
      norm,
      missing,
      faint,
      requirement: text,
      quote: said,
      lastJob: job,
    })
    questions.add(asked)
    // Only one question names the last job.
    if (job !== '' && asked.includes(job)) job = ''
  }
  return [...questions]
}

function warnings(language: Language, { band }: Conclusion, assessed: readonly Assessed[]): Warning[] {
  const notJudged = assessed.flatMap(({ requirement: { isBarred } }, index) =>
    isBarred ? [warning('criterion_not_judged', language, `criteria[${index}]`)] : [],
  )
  return band === undefined ? [...notJudged, warning('no_checkable_requirement', language)] : notJudged
}

function recommendation(
  language: Language,
  conclusion: Conclusion,
  assessed: readonly Assessed[],
  phrases: Phrases,
): string {
  const { band, musts, decisive, unstated, short: tooLittle, isListed } = conclusion
  if (band === undefined) return phrases.nothingToCheck
  const isAllMet = assessed.length > 0 && assessed.every(({ status }) => status === 'met')
  const isInvited = band === 'strong' || band === 'good'
  const named = (of: readonly Assessed[]): string[] =>
    of.slice(0, namedMax).map(({ requirement }) => short(requirement.text))
  const parts = [
    band === 'good' && isAllMet ? phrases.allMet : phrases.conclusion[band],
    musts.length === 0
      ? phrases.noMusts
      : phrases.counts(countOf(musts, 'met'), countOf(musts, 'partly'), musts.length),
  ]
  if (band === 'weak' && unstated.length > 0) parts.push(phrases.unstated(named(unstated)))
  if (band === 'weak' && tooLittle.length > 0) parts.push(phrases.tooLittle(named(tooLittle)))
  if (band === 'weak' && isListed) parts.push(phrases.onlyListed)
  const isNamed = decisive !== undefined && [...unstated, ...tooLittle].includes(decisive)
  if (decisive !== undefined && (isInvited || (band === 'weak' && !isNamed)))
    parts.push(phrases.decisive(short(decisive.requirement.text)))
  return language === 'zh' ? `${parts.join('；')}。` : `${parts.join('. ')}.`
}

/** A requirement for use in a sentence; long texts are cut at a word boundary. */
function short(text: string): string {
  const plain = text.replace(/[\s。；;，,.]{1,8}$/u, '')
  const signs = [...plain]
  if (signs.length <= shortTextMax) return plain
  return `${signs
    .slice(0, shortTextMax)
    .join('')
    .replace(/(?<=[\w)]) [^ ]{1,20}$/u, '')}…`
}
