import type { Segment } from './segment.ts'

const quoteCharactersMax = 160
const breaks = /[,，;；、|｜]|\s(?=[A-Z\u3400-\u9fff•])/u
const lastBreaks = /[,，;；、|｜]|\s/gu

/**
 * A verbatim quote of the resume: the segment, or as much of it around the place as can be read at a glance.
 */
export function quote({ text, norm }: Segment, at = 0, charactersMax = quoteCharactersMax): string {
  if (text.length <= charactersMax) return text.replace(openEnd, '')
  const ratio = norm.length === text.length ? 1 : text.length / Math.max(1, norm.length)
  const place = Math.min(text.length - 1, Math.floor(at * ratio))
  const from = edgeBefore(text, Math.max(0, Math.floor(place - charactersMax / 2)), place)
  const to = edgeAfter(text, from + charactersMax, place)
  return wholeCharacters(text.slice(from, to)).replace(openEnd, '').trim()
}

/** What a sentence was cut at: a bracket that nothing closes, a dash. */
const openEnd = /[\s(（[【「《“,，、–—-]{1,8}$/u

/** The first break behind where a quote would begin, and before its place; there itself without one. */
function edgeBefore(text: string, from: number, place: number): number {
  const found = from === 0 ? -1 : text.slice(from, place).search(breaks)
  return found < 0 ? from : from + found + 1
}

/** The last break before where a quote would end, and behind its place. */
function edgeAfter(text: string, to: number, place: number): number {
  if (to >= text.length) return text.length
  const found = [...text.slice(place, to).matchAll(lastBreaks)].at(-1)
  return found === undefined ? to : place + found.index
}

/** Never half of a surrogate pair at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')
}
