/** The first line. It begins with a byte order mark, without which Excel takes UTF-8 for something else. */
export function csvHeading(names: readonly string[]): string {
  return `\ufeff${csvLine(names)}`
}

/** One line of CSV (RFC 4180), with its end. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe in front: notes come from callers, and
 * must not run on the machine of whoever opens the file. What no table can show is left out, since a
 * program that drops it finds the formula behind it.
 */
function csvCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = value.replace(/(?![\t\r\n])\p{Cc}/gu, '')
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
