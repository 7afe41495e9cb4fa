import type { Segment } from './segment.ts'

const quoteCharactersMax = 160
const breaks = /[,，;；、|｜]|\s(?=[A-Z\u3400-\u9fff•])/u

/**
 * A verbatim quote of the resume: the segment, or as much of it around the place as can be read at a glance.
 */
export function quote(segment: Segment, at = 0): string {
  const { text, norm } = segment
  if (text.length <= quoteCharactersMax) return text
  const ratio = norm.length === text.length ? 1 : text.length / Math.max(1, norm.length)
  const place = Math.min(text.length - 1, Math.floor(at * ratio))
  const from = edgeBefore(text, Math.max(0, place - quoteCharactersMax / 2))
  return wholeCharacters(text.slice(from, from + quoteCharactersMax)).trim()
}

/** The first break after a place, within a third of a quote; the place itself where there is none. */
function edgeBefore(text: string, place: number): number {
  if (place === 0) return 0
  const near = text.slice(place, place + Math.floor(quoteCharactersMax / 3))
  const found = near.search(breaks)
  return found < 0 ? place : place + found + 1
}

/** Never half of a surrogate pair at either end. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '')
}
