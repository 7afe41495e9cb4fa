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
