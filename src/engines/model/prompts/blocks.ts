/**
 * Data as a block of the user's message. Nothing in it can end the block: two signs that begin or end one
 * are taken out of it, and the marker is a random one that it can't know.
 */
export function block(name: string, marker: string, data: string): string {
  return `<<<${name} ${marker}\n${withoutMarks(data, marker)}\n${marker} ${name}>>>`
}

/** Without what looks like the edge of a block; the redacted resume has none already. */
function withoutMarks(data: string, marker: string): string {
  return data.replace(/[<>＜＞〈〉]{2,}/gu, ' ').replaceAll(marker, ' ')
}
