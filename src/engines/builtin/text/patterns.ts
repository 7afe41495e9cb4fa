/** A regular expression over several lines: line breaks and the indents behind them are no part of it. */
export function longPattern(flags: string, source: string): RegExp {
  return new RegExp(source.replace(/\n\s*/g, ''), flags)
}

/**
 * All matches of a global pattern, as `matchAll` tells them, which makes a copy of the pattern for each text:
 * most texts have none, and for those that took longer than looking.
 */
export function allMatches(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  pattern.lastIndex = 0
  const first = pattern.exec(text)
  if (first === null) return none
  const found: RegExpExecArray[] = []
  for (let match: RegExpExecArray | null = first; match !== null; match = pattern.exec(text)) {
    found.push(match)
    if (match[0] === '') pattern.lastIndex += 1
  }
  return found
}

const none: readonly RegExpExecArray[] = []

/** Abbreviations of the states of the USA and of its capital, as the post writes them: an alternation. */
export const usStates =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]'
