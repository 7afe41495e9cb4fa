/** A criterion as it is being typed. */
export interface DraftCriterion {
  readonly id: number
  readonly text: string
  readonly priority: 'must' | 'preferred'
  /** As typed; empty: the usual one. */
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

/** Requirements of an answer, or criteria, to be edited. */
export function draftsOf(found: readonly Criterion[]): DraftCriterion[] {
  return found.slice(0, criteriaMax).map(({ text, priority, weight = 1 }) => ({
    ...{ id: ++ids, text, priority },
    weight: String(weight),
  }))
}

/** As a call takes them; what can't be right is the service's to refuse. */
export function criteriaOf(drafts: readonly DraftCriterion[]) {
  return drafts.map(({ text, priority, weight }) => ({
    ...{ text: text.trim(), priority },
    weight: weight.trim() === '' ? 1 : Number(weight),
  }))
}

/** Whether all of them say something: only then can they be judged by. */
export const isComplete = (drafts: readonly DraftCriterion[] | null): boolean =>
  drafts === null ||
  (drafts.length > 0 &&
    drafts.every(({ text, weight }) => text.trim() !== '' && Number.isFinite(Number(weight))))
