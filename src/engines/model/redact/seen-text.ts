/** The text that the model sees, with the origin of each part. */
export interface SeenText {
  readonly text: string
  /** The pieces of `text`, in order and without gaps. */
  readonly pieces: readonly SeenPiece[]
  /** The unredacted text. */
  readonly original: string
}

export interface SeenPiece {
  /** Offsets in the redacted text. */
  readonly start: number
  readonly end: number
  /** Offsets in the original. */
  readonly from: number
  readonly to: number
  /** Whether the piece is a placeholder. */
  readonly isPlaceholder: boolean
}

/** A part of the original, shown unchanged or replaced by a placeholder (which may be empty). */
export interface Part {
  readonly from: number
  readonly to: number
  readonly placeholder?: string
}

/** Joins parts, which must be sorted and must not overlap. Adjacent equal placeholders are merged. */
export function seenTextOf(original: string, parts: readonly Part[]): SeenText {
  const pieces: SeenPiece[] = []
  let text = ''
  for (const { from, to, placeholder } of parts) {
    const last = pieces.at(-1)
    const isPlaceholder = placeholder !== undefined
    if (isPlaceholder && last?.isPlaceholder && text.slice(last.start) === placeholder) {
      pieces[pieces.length - 1] = { ...last, to }
      continue
    }
    const start = text.length
    text += placeholder ?? original.slice(from, to)
    pieces.push({ start, end: text.length, from, to, isPlaceholder })
  }
  return { text, pieces, original }
}

/**
 * The original of a range of the redacted text, including text behind placeholders inside it. Undefined if
 * the range contains only placeholders.
 */
export function originalPart({ pieces, original }: SeenText, start: number, end: number): string | undefined {
  const own = pieces.filter((piece) => piece.end > start && piece.start < end && !piece.isPlaceholder)
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const from = first.from + Math.max(0, start - first.start)
  const to = last.from + Math.min(last.end, end) - last.start
  const part = original.slice(from, to).trim()
  return part === '' ? undefined : part
}
