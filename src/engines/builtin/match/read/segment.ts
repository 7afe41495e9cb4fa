import { normalize } from '../../text/index.ts'
import type { ResumeSection } from './resume-sections.ts'

/** A sentence or list item of a resume. `text` is an exact part of the resume as given. */
export interface Segment {
  readonly text: string
  /** The normalised text. */
  readonly norm: string
  readonly start: number
  readonly section: ResumeSection
  /** It was followed by instructions to a machine, which were removed. */
  readonly isBrokenOff?: true
}

/**
 * The part of a segment between two offsets of its `norm`. If the matching part of `text` is unknown,
 * `text` is returned in full.
 */
export function partOf(segment: Segment, start: number, end: number): Segment {
  const raw = segment.norm.slice(start, end)
  const from = start + raw.length - raw.trimStart().length
  const to = end - (raw.length - raw.trimEnd().length)
  const norm = segment.norm.slice(from, to)
  const places = placesOf(segment)
  if (places === 'unknown') return { ...segment, norm }
  const [first = 0, last = segment.text.length] = [places[from], places[to]]
  const text = segment.text.slice(first, last).trimEnd()
  return { ...segment, text, norm, start: segment.start + first }
}

type Places = readonly number[] | 'unknown'
const known = new WeakMap<Segment, Places>()

/** The offsets of a segment, computed once per segment. */
function placesOf(segment: Segment): Places {
  const earlier = known.get(segment)
  if (earlier !== undefined) return earlier
  const places = findPlaces(segment)
  known.set(segment, places)
  return places
}

/** The offset in `text` of each character of `norm`; unknown if normalisation merged characters. */
function findPlaces({ text, norm }: Segment): Places {
  if (text.length === norm.length) return Array.from({ length: norm.length }, (_, index) => index)
  const places: number[] = []
  let read = ''
  for (const { 0: sign, index } of text.matchAll(/\s+|\S/gu)) {
    const form = normalize(sign).replace(/\s+/gu, ' ')
    for (let count = 0; count < form.length; count += 1) places.push(index)
    read += form
  }
  return read === norm ? places : 'unknown'
}
