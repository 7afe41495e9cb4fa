/** The header line. It begins with a byte order mark; without it Excel does not detect UTF-8. */
export function csvHeading(names: readonly string[]): string {
  return `\ufeff${csvLine(names)}`
}

/** One line of CSV (RFC 4180), including its line end. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Prefixes an apostrophe to text that a spreadsheet would run as a formula: notes come from callers and must
 * not run code on the reader's machine. Removes characters that no table can show, since a program that drops
 * them would find the formula behind them.
 */
function csvCell(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = value.replace(/(?![\t\r\n])\p{Cc}/gu, '')
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
