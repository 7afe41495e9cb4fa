/** A criterion while it is being edited. */
export interface DraftCriterion {
  readonly id: number
  readonly text: string
  readonly priority: 'must' | 'preferred'
  /** As typed; empty: the default. */
  readonly weight: string
}

interface Criterion {
  readonly text: string
  readonly priority: 'must' | 'preferred'
  readonly weight?: number
}

export const criteriaMax = 60

let ids = 0

export const newDraft = (): DraftCriterion => ({ id: ++ids, text: '', priority: 'must', weight: '1' })

/** Converts requirements of an answer, or criteria, into drafts. */
export function draftsOf(found: readonly Criterion[]): DraftCriterion[] {
  return found.slice(0, criteriaMax).map(({ text, priority, weight = 1 }) => ({
    ...{ id: ++ids, text, priority },
    weight: String(weight),
  }))
}

/** Converts drafts into input of a call; the service reports invalid ones. */
export function criteriaOf(drafts: readonly DraftCriterion[]) {
  return drafts.map(({ text, priority, weight }) => ({
    ...{ text: text.trim(), priority },
    weight: weight.trim() === '' ? 1 : Number(weight),
  }))
}

/** Whether every draft has a text. */
export const isComplete = (drafts: readonly DraftCriterion[] | null): boolean =>
  drafts === null ||
  (drafts.length > 0 &&
    drafts.every(({ text, weight }) => text.trim() !== '' && Number.isFinite(Number(weight))))
