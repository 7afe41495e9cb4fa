/** A regular expression written over several lines. Line breaks and the indents after them are removed. */
export function longPattern(flags: string, source: string): RegExp {
  return new RegExp(source.replace(/\n\s*/g, ''), flags)
}

/**
 * All matches of a global pattern. `matchAll` copies the pattern for each text. Most texts have no match,
 * and the copy took longer than the search.
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

/** Postal abbreviations of the US states and D.C., as an alternation. */
export const usStates =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]'
