import type { ComplianceFinding, OptimizeInput } from '../../../contract/index.ts'
import {
  distinct,
  findInWhole,
  findingOf,
  findSuspicions,
  findWording,
  payRangeFault,
  placeOf,
  rewriteLine,
  type Scanner,
  scannerFor,
  underLaw,
} from '../compliance/index.ts'
import type { Language } from '../text/index.ts'
import type { Draft, DraftLine } from './draft.ts'

interface LawfulDraft {
  readonly draft: Draft
  /** The removed words and their replacement; the replacement is empty if there is none. */
  readonly edits: readonly Edit[]
  /** Findings in the lines as they were read; the input may state them less plainly. */
  readonly findings: readonly ComplianceFinding[]
}

export interface Edit {
  readonly from: string
  readonly to: string
}

/** Removed words may have excused other words, so the scan repeats until it finds nothing. */
export function untilLawful(read: Draft, given: string, language: Language): LawfulDraft {
  const scan = (draft: Draft, around: string) =>
    makeLawful(
      draft,
      scannerFor([around, ...draft.lines.map(({ text }) => text), ...fieldsOf(draft)].join('\n'), language),
      language,
    )
  let lawful = scan(read, given)
  for (let round = 1; round < roundsMax && lawful.edits.length > 0; round += 1) {
    const again = scan(lawful.draft, '')
    if (again.edits.length === 0) break
    lawful = {
      draft: again.draft,
      edits: [...lawful.edits, ...again.edits],
      findings: [...lawful.findings, ...again.findings],
    }
  }
  return lawful
}

const roundsMax = 3

function fieldsOf({ title, place, experience, otherTitle }: Draft): string[] {
  return [title, place, experience, otherTitle].filter((field) => field !== undefined)
}

/** The name of a fact with no value left: `上班时间：`; `保安6名：` still carries information. */
const nameAlone = /^[^:：\d]{1,16}[:：]\s?$/u

const stump =
  /^(?:as an?|because|since|who|that|which|of|with|by|than|and|or)\b|^(?:的|且|并|后|以上|以下|、)/iu

/** `Send your pay slips and a letter` cut after `and` is a fragment; cut at a comma it is complete. */
function isStump(rest: string, text: string, language: Language): boolean {
  if (stump.test(rest) && !stump.test(text)) return true
  const before = text.slice(0, text.length - rest.length)
  const isEnd = language === 'en' && before !== '' && text.toLowerCase().endsWith(rest.toLowerCase())
  return isEnd && /[a-z]\s(?:and|or|with)\s$/iu.test(before)
}

/** Of two superlatives in a row, the second is no better without the first. */
function boasts(rest: string, text: string): boolean {
  return /最[好佳强大优牛][、，,]/u.test(rest) && /第一|最.{1,12}最/u.test(text)
}

/** The draft without the words that the rules object to; a line with nothing left is removed. */
function makeLawful(draft: Draft, scan: Scanner, language: Language): LawfulDraft {
  const edits: Edit[] = []
  const findings: ComplianceFinding[] = []
  const unsettled: string[] = []
  const lawful = (text: string): string => {
    const hits = scan(text)
    findings.push(...hits.map((hit) => findingOf(hit, text)))
    for (const { start, end, replacement } of hits) {
      if (replacement !== null) edits.push({ from: text.slice(start, end), to: replacement })
    }
    return rewriteLine(text, hits, language)
  }
  const field = (text: string | undefined) => (text === undefined ? undefined : lawful(text) || undefined)
  const lines: DraftLine[] = draft.lines.flatMap((line) => {
    const rest = lawful(line.text)
    const rewritten =
      rest === line.text ? rest : rest.replace(/[:：]\s?$/u, (colon) => (/\d/u.test(rest) ? '' : colon))
    // A sentence without its beginning has no meaning.
    if (
      rewritten !== line.text &&
      (isStump(rewritten, line.text, language) || boasts(rewritten, line.text))
    ) {
      unsettled.push(line.text)
      return []
    }
    const isStub = rewritten !== line.text && nameAlone.test(rewritten)
    return rewritten === '' || isStub ? [] : [{ ...line, text: rewritten }]
  })
  const title = draft.title === undefined ? undefined : lawfulTitle(draft.title, lawful, language)
  const place = field(draft.place)
  const experience = field(draft.experience)
  const otherTitle = field(draft.otherTitle)
  const lawfulDraft = { ...draft, title, place, experience, otherTitle, lines }
  return {
    draft: { ...lawfulDraft, unsettled: [...draft.unsettled, ...unsettled] },
    edits,
    findings,
  }
}

/** A title as it follows a call, where `洗碗阿姨` names the job; unchanged if nothing of it would be left. */
function lawfulTitle(title: string, lawful: (text: string) => string, language: Language): string {
  const [before, after] = language === 'zh' ? ['招聘', '。'] : ['', '']
  const said = lawful(before + title + after)
  const isWhole = said.startsWith(before) && said.endsWith(after)
  return (isWhole ? said.slice(before.length, said.length - after.length) : lawful(title)) || title
}

/**
 * The findings about an input. Findings in its own texts have verbatim quotes. Findings that appear only
 * after markup is removed quote the line of the input they come from. Clauses similar to known unlawful
 * ones are included.
 */
export function findingsOf(
  input: OptimizeInput,
  inLines: readonly ComplianceFinding[],
  stated: string,
  language: Language,
): ComplianceFinding[] {
  const texts = [input.jobTitle, input.jdText, input.requirements, input.location, input.experience].filter(
    (text) => text !== undefined,
  )
  const whole = texts.join('\n')
  const verbatim = texts.flatMap((text) => findWording(text, language, whole))
  const told = new Set(verbatim.map(({ rule }) => rule))
  const lines = texts.flatMap((text) => text.split('\n'))
  const others = inLines.flatMap((finding) => {
    if (verbatim.some(({ rule, quote }) => rule === finding.rule && quote.includes(finding.quote))) return []
    if (texts.some((text) => text.includes(finding.quote))) return [finding]
    const line = told.has(finding.rule) ? undefined : lines.find((each) => hasAll(each, finding.quote))
    return line === undefined ? [] : [{ ...finding, quote: line.trim() }]
  })
  const known = [...verbatim, ...others]
  const suspected = texts.flatMap((text) => findSuspicions(text, language, whole, known))
  const place = placeOf(input.location ?? '', whole, language)
  const range = payRangeFault(whole, place.payRange)
  const absent = findInWhole(whole, stated, language).filter(({ rule }) => rule !== 'pay-range')
  const found = [...distinct([...known, ...suspected]), ...absent]
  const under = found.flatMap((finding) => underLaw(finding, place.name, language === 'zh') ?? [])
  return range === undefined ? under : [...under, range]
}

/** Whether a line contains the characters of the given words in order: the words with markup between them. */
function hasAll(line: string, words: string): boolean {
  let at = 0
  for (const character of words) {
    const found = line.indexOf(character, at)
    if (found < 0) return false
    at = found + character.length
  }
  return true
}
