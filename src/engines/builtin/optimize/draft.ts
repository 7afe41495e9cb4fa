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
  /** The jobs that it is said of, where a text has several and it is not said of all. */
  readonly posts?: readonly string[] | undefined
  /** A heading of the text says what part it is. */
  readonly isHeaded?: boolean
}

/** The input, line by line, each in the part of a job description where it belongs. Nothing is left out. */
export interface Draft {
  readonly title: string | undefined
  readonly place: string | undefined
  readonly experience: string | undefined
  readonly lines: readonly DraftLine[]
  /** A title of the text that isn't the title given. */
  readonly otherTitle: string | undefined
  /** Markup was taken out. */
  readonly hadMarkup: boolean
  /** The jobs of the text, where it has several. */
  readonly posts: readonly string[]
  /** Lines of a job board or a mail that say nothing of the job. */
  readonly left: readonly string[]
  /** Unlawful clauses that were taken out whole, and clauses that somebody is to decide on. */
  readonly taken: readonly string[]
  readonly unsettled: readonly string[]
}
