export interface Mark {
  readonly id: string
  readonly quote: string
  /** The position of the quote, if known; else its first occurrence counts. */
  readonly start?: number
  readonly tone?: 'mark' | 'warning' | 'danger'
}

export interface Segment {
  readonly text: string
  readonly mark: Mark | null
}

interface Place {
  readonly mark: Mark
  readonly from: number
  readonly to: number
}

/**
 * Cuts a text at the quotes found in it; white space may differ. Of overlapping quotes the shortest is
 * shown.
 */
export function segments(text: string, marks: readonly Mark[]): Segment[] {
  const places = marks.flatMap((mark): Place[] => {
    const { quote, start } = mark
    if (start !== undefined) return [{ mark, from: start, to: start + quote.length }]
    const found = patternOf(quote)?.exec(text)
    return found ? [{ mark, from: found.index, to: found.index + found[0].length }] : []
  })
  // The shortest first, because it is the most specific.
  places.sort((a, b) => a.to - a.from - (b.to - b.from))
  const cuts = [...new Set([0, text.length, ...places.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  )
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0
    const holder = places.find(({ from, to }) => from <= start && end <= to)
    return { text: text.slice(start, end), mark: holder?.mark ?? null }
  })
}

function patternOf(quote: string): RegExp | null {
  const words = quote.trim().split(/\s+/)
  if (words[0] === '' || words[0] === undefined) return null
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'))
}
