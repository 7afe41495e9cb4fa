import { words } from '../text/index.ts'
import { isClaim } from './claims.ts'
import { namesSchool } from './degrees.ts'
import { idf } from './idf.ts'
import { type JobTerms, keyOf } from './mirrored.ts'
import { namedIn } from './named.ts'
import type { Segment } from './segments.ts'

/** What a text says of its own, and what it says in the words of the job; in idf. */
export interface Said {
  readonly own: number
  readonly ofJob: number
}

/** What every text says weighs nothing. */
const idfOfAll = 1
/** What nobody else says weighs no more than what few say; a number is told by who counted. */
const idfMax = 4

export function saidIn(words: Iterable<string>, { holdsWord }: JobTerms): Said {
  let own = 0
  let ofJob = 0
  for (const word of words) {
    if (isClaim(word)) continue
    const weight = (/^\d/u.test(word) ? idfMax : Math.min(idfMax, idf(word))) - idfOfAll
    if (holdsWord(word)) ofJob += weight
    else own += weight
  }
  return { own, ofJob }
}

/** Where less of a segment than this part of the job's words in it is its own, it says nothing. */
const ownShareMin = 0.25

/**
 * True for a segment that says hardly anything but words of the job, as a list, a claim or a sentence: it may
 * have been made for it. What was studied where is said in few words.
 */
export function isMadeForJob(segment: Segment, job: JobTerms): boolean {
  if (segment.section === 'education' && namesSchool(segment.norm)) return false
  const { concepts, titles, words: counted } = namedIn(segment)
  const hits = [...concepts, ...titles].map((hit) => ({
    words: words(segment.norm.slice(hit.start, hit.end)),
    isOfJob: job.concepts.has(keyOf(hit)),
  }))
  // What the job has under another name is the job's as well; a name that it hasn't is one's own.
  const known = new Set(hits.filter(({ isOfJob }) => isOfJob).flatMap((hit) => hit.words))
  const holdsWord = (word: string): boolean => known.has(word) || job.holdsWord(word)
  const { own, ofJob } = saidIn(counted.keys(), { ...job, holdsWord })
  const ownNames = hits.filter((hit) => !hit.isOfJob && !hit.words.some(holdsWord)).length
  return own === 0 || own + ownNames * (idfMax - idfOfAll) < ownShareMin * ofJob
}
