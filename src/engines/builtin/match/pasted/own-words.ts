import { allMatches, words } from '../../text/index.ts'
import type { Hit } from '../../vocabulary.ts'
import { namesSchool } from '../read/degrees.ts'
import { idf } from '../read/idf.ts'
import { keyOf, namedIn } from '../read/named.ts'
import type { Segment } from '../read/segment.ts'
import { isClaim } from './claims.ts'
import { type JobTerms, unglued } from './job-terms.ts'

/** The weight of a text's own words, and of its words that the job uses too. */
export interface Said {
  readonly own: number
  readonly ofJob: number
}

/** The weight of a word that occurs in every text; it is subtracted. */
const idfOfAll = 1
/** Caps the weight of rare words; numbers get the cap, because they come from the person's own work. */
const idfMax = 4
/** The weight of a name. */
export const weightOfName = idfMax - idfOfAll

/** Sums the weights of own words and job words, without claim words. */
export function saidIn(words: Iterable<string>, job: JobTerms): Said {
  let own = 0
  let ofJob = 0
  for (const word of words) {
    if (isClaim(word)) continue
    const glued = unglued(word)
    if (glued.length >= gluedMin) {
      const said = saidIn(new Set(glued), job)
      own += said.own
      ofJob += said.ofJob
      continue
    }
    const weight = (isNumber(word) ? idfMax : Math.min(idfMax, idf(word))) - idfOfAll
    if (job.holdsWord(word)) ofJob += weight
    else own += weight
  }
  return { own, ofJob }
}

/** Two parts may form one name: `CI/CD`. */
const gluedMin = 3

export const isNumber = (word: string): boolean => /^\d/u.test(word)

/** A segment says nothing of its own if its own words weigh less than this share of its job words. */
const ownShareMin = 0.25

/**
 * True for a segment that consists almost only of job words, as a list, a claim or a sentence. It may have
 * been written for the job. Lines that name a school are exempt, because they are short by nature.
 */
export function isMadeForJob(segment: Segment, job: JobTerms): boolean {
  if (segment.section === 'education' && namesSchool(segment.norm)) return false
  const { concepts, titles, words: counted } = namedIn(segment)
  const hits = [...concepts, ...titles]
  const isAsked = hits.map((hit) => job.concepts.has(keyOf(hit)))
  const said = saidIn(counted.keys(), job)
  if (!isBare(said) && !isAsked.includes(true)) return false
  const asked = hits.filter((_, index) => isAsked[index] === true)
  if (isListOfJob(segment.norm, asked, job)) return true
  const wordsOf = hits.map(({ start, end }) => words(segment.norm.slice(start, end)))
  // A job concept under another name counts as one job word; a name that the job lacks is the person's own.
  const others = wordsOf.filter((each, index) => isAsked[index] === true && !each.every(job.holdsWord))
  const known = new Set(others.flat())
  const holdsWord = (word: string): boolean => known.has(word) || job.holdsWord(word)
  const isOwn = (each: readonly string[]): boolean =>
    each.some((word) => counted.has(word) && !isClaim(word)) && !each.some(holdsWord)
  const ownNames = wordsOf.filter((each, index) => isAsked[index] !== true && isOwn(each)).length
  const { own, ofJob } = saidIn(
    informativeWords(segment).filter((word) => !known.has(word)),
    job,
  )
  return isBare({ own: own + ownNames * weightOfName, ofJob: ofJob + others.length * weightOfName })
}

const items = /[^,，、;；|｜/]+/gu
const itemsMin = 4
const itemWordsMax = 3

/**
 * True for a list in which more than half of the items are the job's. A few other items don't change that.
 */
function isListOfJob(norm: string, asked: readonly Hit[], job: JobTerms): boolean {
  const all = allMatches(norm, items).filter(({ 0: text }) => text.trim() !== '')
  if (all.length < itemsMin) return false
  const said = all.map(({ 0: text }) =>
    words(text.slice(text.search(/[:：]/u) + 1)).filter((word) => !isClaim(word)),
  )
  if (said.some((each) => each.length > itemWordsMax)) return false
  const ofJob = all.filter(
    ({ 0: text, index }, at) =>
      asked.some(({ start, end }) => start >= index && end <= index + text.length) ||
      said[at]?.every((word) => isNumber(word) || job.holdsWord(word)),
  )
  return ofJob.length * 2 > all.length
}

/** Numbers in dates, shares and amounts carry information; others, as in `Python 3, Spark 5`, do not. */
export const informativeNumber =
  /(?:19|20)\d\d|\d\s?(?:\+|%|％|年|个?月|万|亿|人|名|家|次|years?|yrs?|months?|k\b)/u

/** The words of a segment, without numbers that carry no information. */
export function informativeWords(segment: Segment): string[] {
  const isTelling = informativeNumber.test(segment.norm)
  return [...namedIn(segment).words.keys()].filter((word) => isTelling || !isNumber(word))
}

const isBare = ({ own, ofJob }: Said): boolean => own === 0 || own < ownShareMin * ofJob
