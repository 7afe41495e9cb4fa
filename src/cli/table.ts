/** Aligned columns. Numbers are given as `{ right: text }`. */
export type Cell = string | { readonly right: string }

/** A table with a heading; without rows, the heading alone. */
export function table(heading: readonly Cell[], rows: readonly (readonly Cell[])[]): string {
  const lines = [heading, ...rows]
  const widths = heading.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, displayWidth(textOf(line[column]))), 0),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Names and values, one pair a line. */
export function listing(pairs: readonly (readonly [string, string])[]): string {
  const width = pairs.reduce((most, [name]) => Math.max(most, displayWidth(name)), 0)
  return pairs.map(([name, value]) => `${pad(name, width)}  ${value}`.trimEnd()).join('\n')
}

function textOf(cell: Cell | undefined): string {
  return oneLine(cell === undefined ? '' : typeof cell === 'string' ? cell : cell.right)
}

function pad(cell: Cell, width: number): string {
  const text = textOf(cell)
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return typeof cell === 'string' ? text + space : space + text
}

/** Names and notes are user input: they must not control a terminal or break a line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
}

/** Chinese, Japanese and Korean characters take two columns of a terminal. */
function displayWidth(text: string): number {
  return [...text].reduce((width, character) => width + (wide.test(character) ? 2 : 1), 0)
}

const wide = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff01-\uff60]/u
