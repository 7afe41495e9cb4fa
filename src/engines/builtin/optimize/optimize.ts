import type { OptimizeData, OptimizeInput } from '../../../contract/index.ts'
import { scannerFor } from '../compliance/index.ts'
import { detectLanguage, type Language } from '../text/index.ts'
import type { Draft } from './draft.ts'
import { type Edit, findingsOf, untilLawful } from './lawful.ts'
import { withoutOwnMarks } from './plain/own-marks.ts'
import { separatePreferred } from './reading/preferred.ts'
import { readDraft } from './reading/read-draft.ts'
import { changesOf } from './saying/changes.ts'
import { type Completed, complete } from './saying/complete.ts'
import { mergeDuplicates } from './saying/merge.ts'
import { render } from './saying/render.ts'
import { sieve } from './sieve.ts'
import { type Labels, labelsOf } from './words/labels.ts'

/**
 * A full job description in Markdown from any input, in its language. Given facts are kept or reported
 * (`compliance`, `changes`); missing facts are asked for (`missing`), never invented. Pure.
 */
export function optimizeJobDescription(input: OptimizeInput): Omit<OptimizeData, 'engine'> {
  const named = titled(input)
  const own = named.jdText === undefined ? named : { ...named, jdText: withoutOwnMarks(named.jdText) }
  const texts = [own.jdText, input.requirements, input.jobTitle, input.location, input.experience]
  const given = texts.filter((text) => text !== undefined).join('\n')
  const language = detectLanguage(input.jdText?.trim() || input.requirements?.trim() || given)
  const labels = labelsOf[language]
  const read = readDraft(own, given, language)
  const lawful = untilLawful(read, given, language)
  const checked = checkedAgain(lawful.draft, given, language)
  const lines = checked.lines.flatMap((line) => separatePreferred(line, language))
  const merged = mergeDuplicates(lines)
  const draft: Draft = { ...checked, lines: merged.lines }
  const stated = statedText(withoutRemoved(given, lawful.edits), draft, labels)
  const completed = complete(draft, stated, language, labels)
  const rendered = render(completed.title, completed.content, draft.unsettled, labels)
  const compliance = findingsOf(
    input,
    lawful.findings,
    [stated, ...basicsStated(completed)].join('\n'),
    language,
  )
  return {
    content: rendered.content,
    changes: changesOf({ draft, merged, completed, rendered, edits: lawful.edits, language }),
    compliance,
    missing: completed.missing.map((name) => labels.missing[name] ?? name),
  }
}

/** Scans the lines once more as they will be published: nothing harmful passes. */
function checkedAgain(draft: Draft, given: string, language: Language): Draft {
  const scan = scannerFor(given, language)
  const sieved = draft.lines.map((line) => ({ line, ...sieve(line.text, language, given, scan) }))
  return {
    ...draft,
    lines: sieved.flatMap(({ line, text }) => (text.trim() === '' ? [] : [{ ...line, text: text.trim() }])),
    left: [...draft.left, ...sieved.flatMap(({ left }) => left)],
    taken: [...draft.taken, ...sieved.flatMap(({ taken }) => taken)],
    unsettled: [...draft.unsettled, ...sieved.flatMap(({ unsettled }) => unsettled)],
  }
}

/** The complete input, with the names of the fields that are facts themselves. */
function statedText(given: string, { place, experience, lines }: Draft, labels: Labels): string {
  const named = [
    place === undefined ? '' : labels.pair(labels.place, place),
    experience === undefined ? '' : labels.pair(labels.experience, experience),
  ]
  return [given, ...named, ...lines.map(({ text }) => text)].join('\n')
}

/** Removed facts no longer count as stated. */
function withoutRemoved(given: string, edits: readonly Edit[]): string {
  const removed = new Set(edits.filter(({ to }) => to === '').map(({ from }) => from))
  return [...removed].reduce((text, words) => text.replaceAll(words, ''), given)
}

/** Basic facts with the names under which they are reported, except those that are asked for. */
function basicsStated({ content }: Completed): string[] {
  return content.basics.filter(({ text }) => text !== '').map(({ before = '', text }) => before + text)
}

/** In a Markdown document, `# Lecturer in Marine Biology` above other headings is the title, in full. */
function titled(input: OptimizeInput): OptimizeInput {
  const { jdText = '', jobTitle } = input
  const [whole, title] = titleOver.exec(jdText) ?? []
  if (whole === undefined || title === undefined || jobTitle !== undefined) return input
  return { ...input, jobTitle: title, jdText: jdText.slice(whole.length) }
}

const titleOver = /^\s{0,9}#\s{1,3}([^\n#[【]{2,200})\n\s{0,9}(?=##\s)/u
