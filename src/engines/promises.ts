import { isDeepStrictEqual } from 'node:util'
import {
  limits,
  type MatchData,
  type MatchInput,
  type OptimizeData,
  type OptimizeInput,
  type TokenUsage,
} from '../contract/index.ts'
import type { Engine, MatchResult, OptimizeQuote, OptimizeResult } from './engine.ts'

/**
 * The invariants of every engine, builtin or model, as checks that return violations. Tests call them with
 * an engine and real inputs. A model engine can check its result before it returns it.
 */
export interface BrokenPromise {
  readonly promise: string
  readonly detail: string
}

const chinese = /[\u3400-\u9fff]/u
const statuses: readonly string[] = ['met', 'partly', 'not_met']
const priorities: readonly string[] = ['must', 'preferred']
const kinds: readonly string[] = [
  'skill',
  'years',
  'degree',
  'major',
  'language',
  'certificate',
  'domain',
  'duty',
  'place',
  'other',
]

/** The violations in a match; empty if there are none. Details name positions and never quote the resume. */
export function brokenByMatch(engine: Engine, input: MatchInput, result: MatchResult): BrokenPromise[] {
  const { data, usage, unroundedScore } = result
  const broken: BrokenPromise[] = []
  const check = (kept: boolean, promise: string, detail = ''): void => {
    if (!kept) broken.push({ promise, detail })
  }
  check(data.score >= 0 && data.score <= 100, 'a score is 0 to 100', String(data.score))
  check(Math.abs(data.score * 10 - Math.round(data.score * 10)) < 1e-9, 'a score has one decimal')
  check(Math.abs(data.score - unroundedScore) <= 0.05 + 1e-9, 'the score is the unrounded one, rounded')
  for (const name of ['strengths', 'gaps', 'keywords', 'actions'] as const) {
    check(isTextList(data[name]), 'lists are lists of texts', name)
  }
  check(data.recommendation.trim() !== '', 'there is a recommendation')
  const { criteria: given } = input
  check(
    given === undefined || isJudgedBy(given, data),
    'with criteria, there is one entry for each, in order',
  )
  check(data.criteria === undefined && data.criteria_hash === undefined, 'the caller of an engine echoes')
  const seen = new Set<string>()
  data.requirements.forEach((requirement, index) => {
    const at = `requirement ${index}`
    const isOfJob = wordsOf(input.jdText).includes(wordsOf(requirement.text))
    check(given !== undefined || isOfJob, 'a requirement is told as the job description states it', at)
    check(given !== undefined || !seen.has(requirement.text), 'there is one entry per requirement', at)
    seen.add(requirement.text)
    check(requirement.weight > 0, 'a requirement weighs something', at)
    const isOpen = requirement.status === 'not_met' && requirement.evidence === null
    check(requirement.stated || isOpen, 'what is not stated is not met and has no evidence', at)
    check(statuses.includes(requirement.status), 'a status is one of three', at)
    check(priorities.includes(requirement.priority), 'a priority is must or preferred', at)
    check(kinds.includes(requirement.kind), 'a kind is one of those documented', at)
    const { evidence } = requirement
    check(evidence === null || isQuote(evidence, input.resumeText), 'evidence is a quote of the resume', at)
    check(requirement.status !== 'met' || evidence !== null, 'what is met has evidence', at)
  })
  const jdText = input.jdText.toLowerCase()
  for (const keyword of data.keywords) {
    check(jdText.includes(keyword.toLowerCase()), 'a keyword is a term of the job')
  }
  const isWarned = data.warnings.some(({ code }) => code === 'no_checkable_requirement')
  check(data.requirements.length > 0 || isWarned, 'where no requirement was read it warns')
  check(!isWarned || !result.recommended, 'nobody is recommended for no reason')
  const warned = data.warnings.map(({ message }) => message)
  const texts = [...data.strengths, ...data.gaps, ...data.actions, ...warned, data.recommendation]
  check(
    texts.every(isChineseJob(input) ? hasChinese : hasNoPhraseInChinese(input)),
    'it speaks as the job does',
  )
  return [...broken, ...brokenByUsage(usage), ...brokenByName(engine, data)]
}

function isJudgedBy(criteria: NonNullable<MatchInput['criteria']>, { requirements }: MatchData): boolean {
  const asked = requirements.map(({ text, priority, weight }) => ({ text, priority, weight }))
  return isDeepStrictEqual(asked, [...criteria])
}

/** The violations in an optimisation. */
export function brokenByOptimize(
  engine: Engine,
  result: OptimizeResult,
  quote: OptimizeQuote,
): BrokenPromise[] {
  const { data, usage } = result
  const broken: BrokenPromise[] = []
  const check = (kept: boolean, promise: string): void => {
    if (!kept) broken.push({ promise, detail: '' })
  }
  check(data.content.trim() !== '', 'there is a job description')
  check(isTextList(data.changes) && isTextList(data.missing), 'lists are lists of texts')
  check(
    data.compliance.every(
      ({ quote, rule, suggestion }) =>
        (quote !== '' || ofAbsence.has(rule)) && rule !== '' && suggestion !== '',
    ),
    'a finding quotes what is there, names its rule and suggests',
  )
  if (quote.kind === 'bound') {
    check(usage.promptTokens <= quote.promptTokensMax, 'the most prompt tokens were known before')
  } else {
    check(isDeepStrictEqual(quote.result, result), 'a quote that is the result is the same result')
  }
  return [...broken, ...brokenByUsage(usage), ...brokenByName(engine, data)]
}

/** Whether every finding quotes the input verbatim. */
export function quotesInput(result: OptimizeResult, input: OptimizeInput): boolean {
  const texts = Object.values(input).filter((text): text is string => typeof text === 'string')
  return result.data.compliance.every(({ quote }) => texts.some((text) => text.includes(quote)))
}

/** Findings about missing content have no quote. */
const ofAbsence = new Set(['missing-facts', 'pay-range'])

function brokenByUsage({ promptTokens, completionTokens }: TokenUsage): BrokenPromise[] {
  const kept =
    Number.isSafeInteger(promptTokens) &&
    Number.isSafeInteger(completionTokens) &&
    promptTokens > 0 &&
    completionTokens > 0 &&
    completionTokens <= limits.completionTokensMax
  const detail = `${promptTokens} in, ${completionTokens} out`
  return kept ? [] : [{ promise: 'usage is counted in whole tokens, under the cap', detail }]
}

/** If another engine answered, the result names it and has a warning. */
function brokenByName(
  engine: Engine,
  data: Pick<MatchData | OptimizeData, 'engine' | 'warnings'>,
): BrokenPromise[] {
  const { engine: named, warnings = [] } = data
  const isOther = warnings.some(({ code }) => code === 'model_unavailable')
  const kept = isOther
    ? named.name !== engine.name && named.name !== ''
    : named.name === engine.name && named.version === engine.version
  return kept ? [] : [{ promise: 'a result names its engine', detail: `${named.name} ${named.version}` }]
}

/** The text without white space and formatting: `**Python**: <b>3 years</b>`. */
function wordsOf(text: string): string {
  return text.replace(/<\/?[a-z][^<>]*>|&[a-z]+;|[*_`~#\s]/giu, '')
}

function isTextList(list: readonly unknown[]): boolean {
  return Array.isArray(list) && list.every((each) => typeof each === 'string' && each.trim() !== '')
}

function isQuote(quote: string, text: string): boolean {
  return quote.trim() !== '' && text.includes(quote)
}

/** Whether a job is mostly Chinese: at least half as many Chinese characters as Latin words. */
function isChineseJob({ jdText }: MatchInput): boolean {
  const characters = jdText.match(/[\u3400-\u9fff]/gu)?.length ?? 0
  return characters * 2 >= (jdText.match(/[a-z]{2,}/giu)?.length ?? 0)
}

const hasChinese = (text: string): boolean => chinese.test(text)

/** In an English result, Chinese text may only come from quotes. */
function hasNoPhraseInChinese(input: MatchInput): (text: string) => boolean {
  const criteria = input.criteria?.map(({ text }) => text) ?? []
  const quoted = [input.resumeText, input.jdText, ...criteria].join('\n')
  return (text) => (text.match(/[\u3400-\u9fff]+/gu) ?? []).every((run) => quoted.includes(run))
}
