/**
 * Formats data as a block of the user message. The data can't end the block: the characters of a delimiter
 * are removed from it, and the marker is random.
 */
export function block(name: string, marker: string, data: string): string {
  return `<<<${name} ${marker}\n${withoutMarks(data, marker)}\n${marker} ${name}>>>`
}

/** Removes text that looks like a delimiter. The redacted resume contains none. */
function withoutMarks(data: string, marker: string): string {
  return data.replace(/[<>＜＞〈〉]{2,}/gu, ' ').replaceAll(marker, ' ')
}
