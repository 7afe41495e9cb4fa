import { keyOf, namedIn, parentsOf } from '../read/named.ts'
import type { Segment } from '../read/segment.ts'

/** A sentence of a resume, and the offset of a mention in its normalised text. */
export interface Place {
  readonly segment: Segment
  readonly at: number
}

/** One demanded concept with all its keys, and its best evidence. */
export interface Found extends Place {
  readonly keys: readonly string[]
}

/** Maximum number of quotes for one requirement. */
const placesMax = 3

/**
 * A small set of sentences that covers the found concepts, those with most concepts first. Concepts in
 * `first` need no other sentence.
 */
export function fewestPlaces(found: readonly Found[], first: readonly Place[]): Place[] {
  const places = [...first]
  let open = found.filter((each) => !places.some(({ segment }) => isShownBy(each, segment)))
  while (open.length > 0 && places.length < placesMax) {
    const counted = open.map((place) => ({
      place,
      count: open.filter((each) => isShownBy(each, place.segment)).length,
    }))
    const best = counted.reduce((most, each) => (each.count > most.count ? each : most))
    const { segment, at } = best.place
    places.push({ segment, at })
    open = open.filter((each) => !isShownBy(each, segment))
  }
  return places
}

function isShownBy({ keys, segment: own }: Found, segment: Segment): boolean {
  if (own === segment) return true
  const { concepts, titles } = namedIn(segment)
  const names = (key: string): boolean => keys.includes(key)
  return (
    concepts.some((hit) => hit.stance === 'shown' && [keyOf(hit), ...parentsOf(hit)].some(names)) ||
    titles.some((hit) => hit.stance === 'shown' && [...hit.concept.fields].some(names))
  )
}
