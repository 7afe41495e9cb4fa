import type { Segment } from './segment.ts'

const quoteCharactersMax = 160
const breaks = /[,，;；、|｜]|\s(?=[A-Z\u3400-\u9fff•])/u
const lastBreaks = /[,，;；、|｜]|\s/gu

/** A verbatim quote of the resume: the segment, or a short part of it around the position. */
export function quote({ text, norm }: Segment, at = 0, charactersMax = quoteCharactersMax): string {
  if (text.length <= charactersMax) return text.replace(openEnd, '')
  const ratio = norm.length === text.length ? 1 : text.length / Math.max(1, norm.length)
  const place = Math.min(text.length - 1, Math.floor(at * ratio))
  const from = edgeBefore(text, Math.max(0, Math.floor(place - charactersMax / 2)), place)
  const to = edgeAfter(text, from + charactersMax, place)
  return wholeCharacters(text.slice(from, to)).replace(openEnd, '').trim()
}

/** An unclosed bracket, dash or other punctuation left at the end of a cut sentence. */
const openEnd = /[\s(（[【「《“,，、–—-]{1,8}$/u

/** The first break between the start of a quote and its position; `from` if there is none. */
function edgeBefore(text: string, from: number, place: number): number {
  const found = from === 0 ? -1 : text.slice(from, place).search(breaks)
  return found < 0 ? from : from + found + 1
}

/** The last break between a position and the end of its quote; `to` if there is none. */
function edgeAfter(text: string, to: number, place: number): number {
  if (to >= text.length) return text.length
  const found = [...text.slice(place, to).matchAll(lastBreaks)].at(-1)
  return found === undefined ? to : place + found.index
}

/** Drops half of a surrogate pair at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')
}
