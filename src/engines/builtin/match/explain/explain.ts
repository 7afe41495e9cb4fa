import { type MatchData, type Warning, warning } from '../../../../contract/index.ts'
import { type Language, normalize } from '../../text/index.ts'
import { isOfHours } from '../job/cues.ts'
import type { ResumeFacts } from '../resume/resume.ts'
import type { Assessed } from '../score/assess.ts'
import { type Scored, weightOf } from '../score/score.ts'
import { type Band, decisiveWeightMin, kindWeight, mustsOf } from '../weights.ts'
import { type Phrases, phrasesIn } from './phrases.ts'

const strengthsMax = 8
const gapsMax = 10
const actionsMin = 2
const actionsMax = 6
const keywordsMax = 40
const shortTextMax = 80

/** What is shown for a requirement; `echo`: where the resume only repeats the job, verbatim, or empty. */
export interface Told extends Assessed {
  readonly echo: string
}

interface Explained extends Omit<MatchData, 'score' | 'engine' | 'parts'> {
  readonly recommended: boolean
}

/** All of a result but its score and its engine, in the language of the job description. */
export function explain(
  language: Language,
  scored: Scored,
  assessed: readonly Told[],
  facts: ResumeFacts,
): Explained {
  const phrases = phrasesIn(language)
  const judged = assessed.filter(({ requirement }) => !requirement.isBarred)
  const byWeight = [...judged].sort((a, b) => importance(b) - importance(a))
  const conclusion = concluded(scored, byWeight)
  return {
    strengths: strengths(byWeight, phrases),
    gaps: gaps(byWeight, phrases),
    keywords: keywords(assessed, facts),
    actions: actions(byWeight, phrases),
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

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ')

/**
 * Names of the job that the resume has: in its letters, or as another name of the same. What is only a case
 * of it, or made likely by something else, is not found there.
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

function actions(assessed: readonly Assessed[], phrases: Phrases): string[] {
  const open = assessed.filter(({ status }) => status !== 'met')
  // Where next to nothing is open, what is claimed is worth a question.
  const claimed = assessed.filter(({ status }) => status === 'met')
  const questions = new Set<string>()
  for (const each of [...open, ...claimed.slice(0, Math.max(0, actionsMin - open.length))]) {
    if (questions.size === actionsMax) break
    questions.add(question(each, phrases))
  }
  return [...questions]
}

function question({ requirement, status, missing }: Assessed, phrases: Phrases): string {
  const text = short(requirement.text)
  if (requirement.kind === 'other' && isOfHours(requirement.norm)) return phrases.ask.place(text)
  const onlyNamed = status === 'partly' && requirement.kind === 'skill' && missing.length === 0
  return onlyNamed ? phrases.verify(text) : phrases.ask[requirement.kind](text)
}

interface Conclusion {
  /** Undefined where there is nothing to conclude from. */
  readonly band: Band | undefined
  readonly musts: readonly Assessed[]
  /** What has to be settled first. */
  readonly decisive: Assessed | undefined
}

function concluded(scored: Scored, assessed: readonly Assessed[]): Conclusion {
  const checkable = assessed.filter(({ requirement }) => requirement.kind !== 'place')
  const musts = checkable.filter(({ requirement }) => requirement.priority === 'must')
  const decisive = musts.find(
    (each) => each.status === 'not_met' && kindWeight[each.requirement.kind] >= decisiveWeightMin,
  )
  if (checkable.length === 0) return { band: undefined, musts, decisive }
  return { band: bandBy(scored.band, musts, decisive !== undefined), musts, decisive }
}

/** A strong match has four of five musts and nothing decisive open; a good one has most, in part at least. */
function bandBy(band: Band, musts: readonly Assessed[], isDecisiveOpen: boolean): Band {
  const met = countOf(musts, 'met')
  const some = met + countOf(musts, 'partly')
  const isStrong = band === 'strong' && !isDecisiveOpen && met >= mustsOf.strongMet * musts.length
  if (isStrong || (band !== 'strong' && band !== 'good')) return band
  return some >= mustsOf.goodSome * musts.length && met >= mustsOf.goodMet * musts.length ? 'good' : 'weak'
}

const countOf = (assessed: readonly Assessed[], status: string): number =>
  assessed.filter((each) => each.status === status).length

function warnings(language: Language, { band }: Conclusion, assessed: readonly Assessed[]): Warning[] {
  const notJudged = assessed.flatMap(({ requirement: { isBarred } }, index) =>
    isBarred ? [warning('criterion_not_judged', language, `criteria[${index}]`)] : [],
  )
  return band === undefined ? [...notJudged, warning('no_checkable_requirement', language)] : notJudged
}

function recommendation(
  language: Language,
  { band, musts, decisive }: Conclusion,
  assessed: readonly Assessed[],
  phrases: Phrases,
): string {
  if (band === undefined) return phrases.nothingToCheck
  const isAllMet = assessed.length > 0 && assessed.every(({ status }) => status === 'met')
  const parts = [
    band === 'good' && isAllMet ? phrases.allMet : phrases.conclusion[band],
    musts.length === 0
      ? phrases.noMusts
      : phrases.counts(countOf(musts, 'met'), countOf(musts, 'partly'), musts.length),
  ]
  if (decisive !== undefined && band !== 'poor')
    parts.push(phrases.decisive(short(decisive.requirement.text)))
  return language === 'zh' ? `${parts.join('；')}。` : `${parts.join('. ')}.`
}

/** A requirement in a sentence: its own words, cut behind one of them where they run long. */
function short(text: string): string {
  const plain = text.replace(/[\s。；;，,.]{1,8}$/u, '')
  const signs = [...plain]
  if (signs.length <= shortTextMax) return plain
  return `${signs
    .slice(0, shortTextMax)
    .join('')
    .replace(/(?<=[\w)]) [^ ]{1,20}$/u, '')}…`
}
