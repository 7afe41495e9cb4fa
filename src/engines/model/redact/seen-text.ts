/** A text as the model sees it, and where each part of it comes from. */
export interface SeenText {
  readonly text: string
  /** In order, without gaps: `text` is what they say together. */
  readonly pieces: readonly SeenPiece[]
  /** What they were made of. */
  readonly original: string
}

export interface SeenPiece {
  /** In the text that the model sees. */
  readonly start: number
  readonly end: number
  /** In the original. */
  readonly from: number
  readonly to: number
  /** It stands for what the model doesn't see. */
  readonly isPlaceholder: boolean
}

/** A part of the original that is shown as it is, or behind a placeholder (which may be empty). */
export interface Part {
  readonly from: number
  readonly to: number
  readonly placeholder?: string
}

/** Puts parts together, which are in order and don't overlap; the same placeholders side by side are one. */
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
 * The part of the original that a part of the seen text stands for, with what is behind a placeholder in its
 * middle; undefined where nothing else than placeholders is in it.
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
