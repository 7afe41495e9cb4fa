export interface Mark {
  readonly id: string
  readonly quote: string
  readonly tone?: 'mark' | 'added' | 'removed' | 'warning' | 'danger'
}

export interface Segment {
  readonly text: string
  readonly mark: Mark | null
}

/** Cuts a text at the quotes that stand in it; white space may differ. The first of two that overlap wins. */
export function segments(text: string, marks: readonly Mark[]): Segment[] {
  const places = marks
    .flatMap((mark) => {
      const found = patternOf(mark.quote)?.exec(text)
      return found ? [{ mark, from: found.index, to: found.index + found[0].length }] : []
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const cut: Segment[] = []
  let at = 0
  for (const { mark, from, to } of places) {
    if (from < at) continue
    if (from > at) cut.push({ text: text.slice(at, from), mark: null })
    cut.push({ text: text.slice(from, to), mark })
    at = to
  }
  if (at < text.length) cut.push({ text: text.slice(at), mark: null })
  return cut
}

function patternOf(quote: string): RegExp | null {
  const words = quote.trim().split(/\s+/)
  if (words[0] === '' || words[0] === undefined) return null
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'))
}
