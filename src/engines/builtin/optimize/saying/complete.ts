import { absentFacts } from '../../compliance/index.ts'
import type { Language } from '../../text/index.ts'
import type { Draft, Part } from '../draft.ts'
import { isEmployerName, isNameAlone } from '../facts/employer.ts'
import { firstUpper } from '../plain/plain-text.ts'
import type { Labels } from '../words/labels.ts'
import { basicsOf } from './basics.ts'
import type { Ask, Content, ContentLine } from './content.ts'
import { isOnlySoft, isOpenDuty, isVagueAmount, isVagueDuty } from './vague.ts'

export interface Completed {
  readonly title: ContentLine
  readonly content: Content
  /** Names of the missing facts, in the order of the content. */
  readonly missing: readonly string[]
  /** The number of soft requirements on one line. */
  readonly softMerged: number
  /** The places that the input states, if they differ. */
  readonly places: readonly string[]
}

/**
 * Puts the lines in their parts and marks missing facts. Adds nothing that the input doesn't say. `stated`:
 * the complete input, with the names of its fields.
 */
export function complete(draft: Draft, stated: string, language: Language, labels: Labels): Completed {
  const missing: string[] = []
  const ask: Ask = (name, what) => {
    if (!missing.includes(name)) missing.push(name)
    return { text: '', after: labels.gap(what) }
  }
  const of = (part: Part): ContentLine[] =>
    draft.lines.filter((line) => line.part === part).map(({ text }) => ({ text }))
  const absent = new Set(absentFacts(stated, language).map(({ fact }) => fact))
  const title = draft.title === undefined ? ask('title', labels.title) : { text: draft.title }
  const summary = summaryOf(draft, of('summary'), of('duties').length > 0, ask, labels)
  const duties = marked(
    openDutiesLast(of('duties'), language, labels, ask),
    (text) => isVagueDuty(text, language),
    () => ask('duty', labels.dutyGap),
    labels,
  )
  if (duties.length === 0) duties.push(...labels.dutyPrompts.map((prompt) => ask('duties', prompt)))
  const { lines: must, merged } = softTogether(
    marked(
      of('must'),
      (text) => isVagueAmount(text, language),
      () => ask('amount', labels.amountGap),
      labels,
    ),
    language,
    labels,
    ask,
  )
  if (must.length === 0) must.push(...labels.mustPrompts.map((prompt) => ask('must', prompt)))
  const { lines: basics, places } = basicsOf(draft, absent, ask, language, labels)
  const company = of('company')
  if (company.every(({ text }) => isEmployerName(text) || isNameAlone(text)) && absent.has('employer'))
    company.push(ask('employer', labels.gapNames.employer))
  const other = of('other')
  if (draft.otherTitle !== undefined)
    other.push({ text: labels.pair(firstUpper(labels.title), draft.otherTitle) })
  const [preferred, offer] = [of('preferred'), of('offer')]
  const content = { summary, duties, must, preferred, offer, basics, company, other }
  return { title, content, missing, softMerged: merged, places }
}

/** The input itself names the job. */
const hiring =
  /招聘|诚聘|招募|急招|招(?![商标生投])|补充|需要|(?:想|要|在)找|缺(?=[一两二三几\d]?[个名位人])|想要|\b(?:hiring|looking for|seeking|recruiting|needs?|needed|wanted)\b/iu
const hasWords = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase())

function summaryOf(
  draft: Draft,
  own: ContentLine[],
  hasDuties: boolean,
  ask: Ask,
  labels: Labels,
): ContentLine[] {
  const { title, place, experience } = draft
  const isSaid = own.some(({ text }) => title !== undefined && hiring.test(text) && hasWords(text, title))
  const first = title === undefined || isSaid ? [] : [{ text: labels.summary(title, place, experience) }]
  // A result that is given again contains our own sentence.
  const told = own.filter(
    ({ text }) => title === undefined || text !== labels.summary(title, place, experience),
  )
  const needsPurpose = told.length === 0 && (first.length === 0 || !hasDuties)
  return [...first, ...own, ...(needsPurpose ? [ask('purpose', labels.purpose)] : [])]
}

/** The maximum number of marked lines of one kind; more marks would hide the text. */
const marksMax = 3

/** Lines that no reader could verify, each with a mark for the missing detail. */
function marked(
  lines: readonly ContentLine[],
  isVague: (text: string) => boolean,
  gap: () => ContentLine,
  labels: Labels,
): ContentLine[] {
  let asked = 0
  return lines.map((line) => {
    if (asked >= marksMax || line.after !== undefined || !isVague(line.text)) return line
    asked += 1
    return { ...line, after: labels.space + (gap().after ?? '') }
  })
}

/** Soft words that can't be verified are joined on one line, with a mark for verifiable details. */
function softTogether(
  lines: readonly ContentLine[],
  language: Language,
  labels: Labels,
  ask: Ask,
): { lines: ContentLine[]; merged: number } {
  const soft = lines.filter(({ text }) => isOnlySoft(text, language))
  if (soft.length === 0) return { lines: [...lines], merged: 0 }
  const together: ContentLine = {
    before: labels.pair(labels.softSkills, ''),
    text: soft.map(({ text }) => text).join(language === 'zh' ? '；' : '; '),
    after: labels.space + (ask('softSkills', labels.softSkillsGap).after ?? ''),
  }
  return {
    lines: [...lines.filter((line) => !soft.includes(line)), together],
    merged: soft.length > 1 ? soft.length : 0,
  }
}

function openDutiesLast(
  lines: readonly ContentLine[],
  language: Language,
  labels: Labels,
  ask: Ask,
): ContentLine[] {
  const open = lines.filter(({ text }) => isOpenDuty(text, language))
  const marked = open.map((line) => ({
    ...line,
    after: labels.space + (ask('otherDuties', labels.otherDutiesGap).after ?? ''),
  }))
  return [...lines.filter((line) => !open.includes(line)), ...marked]
}
