/** A regular expression over several lines: line breaks and the indents behind them are no part of it. */
export function longPattern(flags: string, source: string): RegExp {
  return new RegExp(source.replace(/\n\s*/g, ''), flags)
}
