/** The parts of a finished job description, in their order. */
export const parts = [
  'summary',
  'duties',
  'must',
  'preferred',
  'offer',
  'basics',
  'company',
  'other',
] as const
export type Part = (typeof parts)[number]

export interface DraftLine {
  readonly part: Part
  readonly text: string
  /** While the text is read: the jobs that the line applies to, if it doesn't apply to all. */
  readonly posts?: readonly string[] | undefined
  /** The part comes from a heading of the text. */
  readonly isHeaded?: boolean
}

/** One job of the input, line by line, each in its part of a job description. */
export interface Draft {
  readonly title: string | undefined
  readonly place: string | undefined
  readonly experience: string | undefined
  readonly lines: readonly DraftLine[]
  /** A title in the text that differs from the given title. */
  readonly otherTitle: string | undefined
  /** Markup was removed. */
  readonly hadMarkup: boolean
  /** Lines of a job board or a mail that say nothing about the job. */
  readonly left: readonly string[]
  /** Unlawful clauses that were removed completely, and clauses that a person must decide on. */
  readonly taken: readonly string[]
  readonly unsettled: readonly string[]
}
