import { limits, type OptimizeData, type OptimizeInput } from '../../../contract/index.ts'
import { scannerFor } from '../compliance/index.ts'
import { detectLanguage, type Language } from '../text/index.ts'
import type { Draft } from './draft.ts'
import { separatePreferred } from './drafting/preferred.ts'
import { readDrafts } from './drafting/read-drafts.ts'
import { type Edit, findingsOf, untilLawful } from './lawful.ts'
import { withoutOwnMarks } from './plain/own-marks.ts'
import { changesOf, type Story } from './saying/changes.ts'
import { type Completed, complete } from './saying/complete.ts'
import { mergeDuplicates } from './saying/merge.ts'
import { render } from './saying/render.ts'
import { sieve } from './sieve.ts'
import { type Labels, labelsOf } from './words/labels.ts'

/**
 * A full job description in Markdown from any input, in its language; one for each job if the text has
 * several. Given facts are kept or reported (`compliance`, `changes`); missing facts are asked for
 * (`missing`), never invented. Pure.
 */
export function optimizeJobDescription(input: OptimizeInput): Omit<OptimizeData, 'engine'> {
  const language = detectLanguage(
    input.jdText?.trim() ||
      input.requirements?.trim() ||
      [input.jobTitle, input.location, input.experience].join('\n'),
  )
  const labels = labelsOf[language]
  const own = textsApart(input, labels)
    .map(titled)
    .map((each) => (each.jdText === undefined ? each : { ...each, jdText: withoutOwnMarks(each.jdText) }))
  const said = own.map(({ jdText }) => jdText)
  const texts = [...said, input.requirements, input.jobTitle, input.location, input.experience]
  const given = texts.filter((text) => text !== undefined).join('\n')
  const drafts = own.flatMap((each) => readDrafts(each, given, language))
  const tokensMax = Math.floor(limits.completionTokensMax / drafts.length)
  const finished = drafts.map((draft) => finish(draft, given, tokensMax, language, labels))
  const stated = finished.flatMap((each) => [each.stated, ...basicsStated(each.story.completed)])
  const missing = new Set(finished.flatMap(({ story }) => story.completed.missing))
  const stories = finished.map(({ story }) => story)
  return {
    content: stories.map(({ rendered }) => rendered.content).join('\n'),
    changes: changesOf(stories, language),
    compliance: findingsOf(
      input,
      finished.flatMap(({ findings }) => findings),
      stated.join('\n'),
      language,
    ),
    missing: [...missing].map((name) => labels.missing[name] ?? name),
  }
}

/** One draft without unlawful wording and duplicates, with marks for missing facts, as Markdown. */
function finish(read: Draft, given: string, tokensMax: number, language: Language, labels: Labels) {
  const lawful = untilLawful(read, given, language)
  const checked = checkedAgain(lawful.draft, given, language)
  const lines = checked.lines.flatMap((line) => separatePreferred(line, language))
  const merged = mergeDuplicates(lines)
  const draft: Draft = { ...checked, lines: merged.lines }
  const stated = statedText(withoutRemoved(given, lawful.edits), draft, labels)
  const completed = complete(draft, stated, language, labels)
  const rendered = render(completed.title, completed.content, draft.unsettled, tokensMax, labels)
  const story: Story = { draft, merged, completed, rendered, edits: lawful.edits }
  return { story, stated, findings: lawful.findings }
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

/** A result with the texts of several jobs that is submitted again: the input of each job. */
function textsApart(input: OptimizeInput, labels: Labels): OptimizeInput[] {
  const texts = (input.jdText ?? '').split(/^(?=# \S)/mu).filter((text) => text.trim() !== '')
  const isOurs = (text: string) => text.startsWith('# ') && text.includes(`\n## ${labels.headings.must}\n`)
  const areOurs = input.jobTitle === undefined && texts.length > 1 && texts.every(isOurs)
  return areOurs ? texts.map((jdText) => ({ ...input, jdText })) : [input]
}

/** In a Markdown document, `# Lecturer in Marine Biology` above other headings is the title, in full. */
function titled(input: OptimizeInput): OptimizeInput {
  const { jdText = '', jobTitle } = input
  const [whole, title] = titleOver.exec(jdText) ?? []
  if (whole === undefined || title === undefined || jobTitle !== undefined) return input
  return { ...input, jobTitle: title, jdText: jdText.slice(whole.length) }
}

const titleOver = /^\s{0,9}#\s{1,3}([^\n#[【]{2,200})\n\s{0,9}(?=##\s)/u
