import type { Sentence } from './sentence.ts'

/** For this many adjacent words, the distance is part of the feature. */
const nearMax = 3
/** How many Chinese characters on each side are read as pairs. */
const pairsReach = 8
const chinese = /[\u3400-\u9fff]/u

/** Receives a feature: its zone and its value. Repeated features are counted repeatedly. */
export type Take = (where: string, what: string) => void

/**
 * The features around a position of a sentence: words by zone (before or after the position, in its own
 * segment or another), word pairs, and cues by zone. `ruled` is the stance by rules.
 */
export function surroundings(
  sentence: Sentence,
  start: number,
  end: number,
  ruled: string,
  take: Take,
): void {
  const { segments, tokens, cues, norm } = sentence
  const at = segmentAt(segments, start)
  take('rule', ruled)
  if (sentence.isList) take('is', 'list')
  if (at === 0) take('is', 'first')
  if (at === segments.length - 1) take('is', 'last')
  const before: string[] = []
  const behind: string[] = []
  let segment = 0
  for (const token of tokens) {
    if (token.start < end && token.end > start) continue
    while (segment + 1 < segments.length && token.start >= (segments[segment]?.end ?? 0)) segment += 1
    if (segment === at) (token.end <= start ? before : behind).push(token.stem)
    else take(farZone(segment - at), token.stem)
    take('*', token.stem)
  }
  takeSide(take, 'b', before.reverse())
  takeSide(take, 'a', behind)
  if (chinese.test(norm)) {
    const own = segments[at]
    for (let place = Math.max(own?.start ?? 0, start - pairsReach); place + 1 < start; place += 1)
      take('b~', norm.slice(place, place + 2))
    for (let place = end; place + 1 < Math.min(own?.end ?? norm.length, end + pairsReach); place += 1)
      take('a~', norm.slice(place, place + 2))
  }
  for (const cue of cues) {
    if (cue.start < end && cue.end > start) continue
    const apart = segmentAt(segments, cue.start) - at
    const where = apart !== 0 ? cueZones[farZone(apart)] : cue.end <= start ? 'cue b' : 'cue a'
    for (const name of cue.classes) take(where ?? '', name)
  }
}

const farZone = (apart: number): 'p' | 'P' | 'n' | 'N' =>
  apart < 0 ? (apart === -1 ? 'p' : 'P') : apart === 1 ? 'n' : 'N'
const cueZones = { p: 'cue p', P: 'cue P', n: 'cue n', N: 'cue N' } as const

function segmentAt(segments: Sentence['segments'], place: number): number {
  const found = segments.findIndex((segment) => place >= segment.start && place < segment.end)
  return found < 0 ? segments.length - 1 : found
}

/** Marks a side without words. */
const none = '∅'
const near = { b: ['b1', 'b2', 'b3'], a: ['a1', 'a2', 'a3'] } as const

/** Takes words from the nearest to the farthest. */
function takeSide(take: Take, side: 'b' | 'a', words: readonly string[]): void {
  words.forEach((word, distance) => {
    take(side, word)
    if (distance < nearMax) take(near[side][distance] ?? '', word)
    if (distance > 0 && distance <= nearMax) take(side, `${words[distance - 1]}_${word}`)
  })
  if (words.length === 0) take(side, none)
}
