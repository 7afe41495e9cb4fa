import type { Language } from '../../text/index.ts'
import type { Draft, Part } from '../draft.ts'
import type { Edit } from '../lawful.ts'
import { labelsOf } from '../words/labels.ts'
import type { Completed } from './complete.ts'
import type { Merged } from './merge.ts'
import { listMark, type Rendered } from './render.ts'

/** What was done to one job's draft. */
export interface Story {
  readonly draft: Draft
  readonly merged: Merged
  readonly completed: Completed
  readonly rendered: Rendered
  readonly edits: readonly Edit[]
}

const editsMax = 20
const examplesMax = 5
const exampleCharactersMax = 60

/** The changes to all jobs of a text, in the order of interest to a reader. */
export function changesOf(stories: readonly Story[], language: Language): string[] {
  const { changes, quoted, listed } = labelsOf[language]
  const drafts = stories.map(({ draft }) => draft)
  const said: string[] = []
  said.push(drafts.some(({ lines }) => lines.length > 1) ? changes.arranged : changes.skeleton)
  if (drafts.some(({ hadMarkup }) => hadMarkup)) said.push(changes.markup)
  const left = distinct(drafts.flatMap((draft) => draft.left))
  if (left.length > 0) said.push(changes.left(left.map(quoted).join(' ')))
  if (drafts.length > 1) said.push(changes.posts(listed(drafts.map(({ title = '' }) => title))))
  said.push(...editsMade(stories, language))
  const unsettled = distinct(drafts.flatMap((draft) => draft.unsettled))
  if (unsettled.length > 0)
    said.push(
      changes.unsettled(listed(unsettled.slice(0, examplesMax).map((each) => quoted(shortened(each))))),
    )
  const duplicates = distinct(stories.flatMap(({ merged }) => merged.duplicates))
  if (duplicates.length > 0) {
    const examples = duplicates.slice(0, examplesMax).map((text) => quoted(shortened(text)))
    said.push(changes.merged(duplicates.length, listed(examples)))
  }
  return [...said, ...completions(stories, language)]
}

function editsMade(stories: readonly Story[], language: Language): string[] {
  const { changes, quoted } = labelsOf[language]
  const all = stories.flatMap(({ edits }) => edits)
  const edits = [...new Map(all.map((edit) => [`${edit.from}\n${edit.to}`.toLowerCase(), edit])).values()]
  const taken = distinct(stories.flatMap(({ draft }) => draft.taken)).slice(0, editsMax)
  return [
    ...edits
      .slice(0, editsMax)
      .map(({ from, to }) =>
        to === '' ? changes.removed(quoted(from)) : changes.rewritten(quoted(from), quoted(to)),
      ),
    ...taken.map((words) => changes.removed(quoted(shortened(words.replace(listMark, ''))))),
    ...(edits.length > editsMax ? [changes.more(edits.length - editsMax)] : []),
  ]
}

/** What was arranged, and what is still to be added or checked. */
function completions(stories: readonly Story[], language: Language): string[] {
  const { changes, listed, headings } = labelsOf[language]
  const said: string[] = []
  const sum = (count: (story: Story) => number) => stories.reduce((total, story) => total + count(story), 0)
  const preferred = sum(({ completed }) => completed.content.preferred.length)
  if (preferred > 0) said.push(changes.separated(preferred))
  const soft = sum(({ completed }) => completed.softMerged)
  if (soft > 0) said.push(changes.softSkills(soft))
  for (const { completed, draft } of stories) {
    if (completed.places.length > 0) said.push(changes.twoPlaces(listed(completed.places)))
    if (draft.otherTitle !== undefined) said.push(changes.twoTitles(draft.otherTitle))
  }
  const missing = sum(({ completed }) => completed.missing.length)
  if (missing > 0) said.push(changes.gaps(missing))
  const omitted = stories.flatMap(({ rendered }) => rendered.omitted)
  for (const part of new Set(omitted.map((each) => each.part)))
    said.push(changes.omitted(headings[part], omittedOf(omitted, part).join('；')))
  return distinct(said)
}

const omittedOf = (omitted: Rendered['omitted'], part: Part) =>
  distinct(omitted.filter((each) => each.part === part).flatMap(({ lines }) => lines))

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]

function shortened(text: string): string {
  return text.length <= exampleCharactersMax ? text : `${text.slice(0, exampleCharactersMax)}…`
}
