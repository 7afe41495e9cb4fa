import type { Language } from '../../text/index.ts'
import type { Draft } from '../draft.ts'
import type { Edit } from '../lawful.ts'
import { labelsOf } from '../words/labels.ts'
import type { Completed } from './complete.ts'
import type { Merged } from './merge.ts'
import type { Rendered } from './render.ts'

interface Story {
  readonly draft: Draft
  readonly merged: Merged
  readonly completed: Completed
  readonly rendered: Rendered
  readonly edits: readonly Edit[]
  readonly language: Language
}

const editsToldMax = 20
const examplesMax = 5
const exampleCharactersMax = 60

/** The changes, in the order of interest to a reader. */
export function changesOf({ draft, merged, completed, rendered, edits, language }: Story): string[] {
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
  const taken = [...new Set(draft.taken)]
  for (const words of taken.slice(0, editsToldMax)) told.push(changes.removed(quoted(shortened(words))))
  if (distinctEdits.length > editsToldMax) told.push(changes.more(distinctEdits.length - editsToldMax))
  if (draft.unsettled.length > 0) {
    const examples = [...new Set(draft.unsettled)].slice(0, examplesMax)
    told.push(changes.unsettled(listed(examples.map((each) => quoted(shortened(each))))))
  }
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
