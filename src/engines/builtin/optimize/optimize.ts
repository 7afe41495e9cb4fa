import type { OptimizeData, OptimizeInput } from '../../../contract/index.ts'
import { scannerFor } from '../compliance/index.ts'
import { detectLanguage, type Language } from '../text/index.ts'
import { type Completed, complete } from './complete.ts'
import { type Draft, readDraft } from './draft.ts'
import { type Labels, labelsOf } from './labels.ts'
import { type Edit, findingsOf, type LawfulDraft, makeLawful } from './lawful.ts'
import { type Merged, mergeDuplicates } from './merge.ts'
import { withoutOwnMarks } from './own-marks.ts'
import { type Rendered, render } from './render.ts'
import { separatePreferred } from './split.ts'

/**
 * A full job description in Markdown from whatever is given, in its language. What is given is kept or
 * told of (`compliance`, `changes`); what is not given is asked for (`missing`), never invented. Pure.
 */
export function optimizeJobDescription(input: OptimizeInput): Omit<OptimizeData, 'engine'> {
  const named = titled(input)
  const own = named.jdText === undefined ? named : { ...named, jdText: withoutOwnMarks(named.jdText) }
  const texts = [own.jdText, input.requirements, input.jobTitle, input.location, input.experience]
  const given = texts.filter((text) => text !== undefined).join('\n')
  const language = detectLanguage(input.jdText?.trim() || input.requirements?.trim() || given)
  const labels = labelsOf[language]
  const read = readDraft(own, language)
  const lawful = untilLawful(read, given, language)
  const lines = lawful.draft.lines.flatMap((line) => separatePreferred(line, language))
  const merged = mergeDuplicates(lines)
  const draft: Draft = { ...lawful.draft, lines: merged.lines }
  const stated = statedText(withoutRemoved(given, lawful.edits), draft, labels)
  const completed = complete(draft, stated, language, labels)
  const rendered = render(completed.title, completed.content, labels)
  const { all: compliance, suspected } = findingsOf(
    input,
    lawful.findings,
    [stated, ...basicsStated(completed)].join('\n'),
    language,
  )
  return {
    content: rendered.content,
    changes: changesOf({ draft, merged, completed, rendered, edits: lawful.edits, suspected, language }),
    compliance,
    missing: completed.missing.map((name) => labels.missing[name] ?? name),
  }
}

/** `# Lecturer in Marine Biology` over the headings of a document in Markdown is the title, all of it. */
function titled(input: OptimizeInput): OptimizeInput {
  const { jdText = '', jobTitle } = input
  const [whole, title] = titleOver.exec(jdText) ?? []
  if (whole === undefined || title === undefined || jobTitle !== undefined) return input
  return { ...input, jobTitle: title, jdText: jdText.slice(whole.length) }
}

const titleOver = /^\s{0,9}#\s{1,3}([^\n#[【]{2,200})\n\s{0,9}(?=##\s)/u

/** Words taken out may have been what excused others: it is looked at again until nothing is found. */
function untilLawful(read: Draft, given: string, language: Language): LawfulDraft {
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

/** Everything given, with the names of the fields that are facts by themselves. */
function statedText(given: string, { place, experience, lines }: Draft, labels: Labels): string {
  const named = [
    place === undefined ? '' : labels.pair(labels.place, place),
    experience === undefined ? '' : labels.pair(labels.experience, experience),
  ]
  return [given, ...named, ...lines.map(({ text }) => text)].join('\n')
}

/** What was taken out is stated no more. */
function withoutRemoved(given: string, edits: readonly Edit[]): string {
  const removed = new Set(edits.filter(({ to }) => to === '').map(({ from }) => from))
  return [...removed].reduce((text, words) => text.replaceAll(words, ''), given)
}

/** Basic facts, with the names under which they are told; not those that are asked for. */
function basicsStated({ content }: Completed): string[] {
  return content.basics.filter(({ text }) => text !== '').map(({ before = '', text }) => before + text)
}

interface Story {
  readonly draft: Draft
  readonly merged: Merged
  readonly completed: Completed
  readonly rendered: Rendered
  readonly edits: readonly Edit[]
  readonly suspected: readonly string[]
  readonly language: Language
}

const editsToldMax = 20
const examplesMax = 5
const exampleCharactersMax = 60

/** What was changed, in the order in which a reader would ask. */
function changesOf({ draft, merged, completed, rendered, edits, suspected, language }: Story): string[] {
  const { changes, quoted, listed, headings } = labelsOf[language]
  const told: string[] = []
  told.push(draft.lines.length > 1 ? changes.arranged : changes.skeleton)
  if (draft.hadMarkup) told.push(changes.markup)
  if (draft.left.length > 0) told.push(changes.left([...new Set(draft.left)].map(quoted).join(' ')))
  if (draft.posts.length > 1) told.push(changes.posts(listed(draft.posts)))
  const distinctEdits = [
    ...new Map(edits.map((edit) => [`${edit.from}\n${edit.to}`.toLowerCase(), edit])).values(),
  ]
  for (const { from, to } of distinctEdits.slice(0, editsToldMax)) {
    told.push(to === '' ? changes.removed(quoted(from)) : changes.rewritten(quoted(from), quoted(to)))
  }
  if (distinctEdits.length > editsToldMax) told.push(changes.more(distinctEdits.length - editsToldMax))
  if (suspected.length > 0)
    told.push(
      changes.suspected(listed(suspected.slice(0, examplesMax).map((each) => quoted(shortened(each))))),
    )
  if (merged.duplicates.length > 0) {
    const examples = merged.duplicates.slice(0, examplesMax).map((text) => quoted(shortened(text)))
    told.push(changes.merged(merged.duplicates.length, listed(examples)))
  }
  const preferred = completed.content.preferred.length
  if (preferred > 0) told.push(changes.separated(preferred))
  if (completed.softMerged > 0) told.push(changes.softSkills(completed.softMerged))
  if (completed.places.length > 0) told.push(changes.twoPlaces(listed(completed.places)))
  if (draft.otherTitle !== undefined) told.push(changes.twoTitles(draft.otherTitle))
  if (completed.missing.length > 0) told.push(changes.gaps(completed.missing.length))
  for (const { part, lines } of rendered.omitted) told.push(changes.omitted(headings[part], lines.join('；')))
  return told
}

function shortened(text: string): string {
  return text.length <= exampleCharactersMax ? text : `${text.slice(0, exampleCharactersMax)}…`
}
