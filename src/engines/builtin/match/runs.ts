import { bareLists } from './bare-lists.ts'
import { isClaim } from './claims.ts'
import { isTitleAlone, year } from './heads.ts'
import type { JobTerms } from './mirrored.ts'
import { namedIn } from './named.ts'
import { partOf, type Segment } from './segments.ts'

/** So many different words of the job in a row, and next to nothing between them, are not one's own. */
const runWordsMin = 10
/** For each word that the job has not, so many that it has. */
const ownWordCost = 3
const repeatedMin = 4

/** The segments of a resume, cut where a run of the job's words begins or ends inside of one. */
export interface CutSegments {
  readonly segments: readonly Segment[]
  /** Those that lie in such a run. */
  readonly inRun: ReadonlySet<Segment>
}

/**
 * Finds where a resume says hardly anything but words of the job, in whatever order: in whole lines (its
 * requirements in a row, its words one by one), and before or behind what a line says of its own.
 */
export function cutRuns(segments: readonly Segment[], job: JobTerms): CutSegments {
  const inRun = new Set<Segment>()
  const cut: Segment[] = []
  let row: Segment[] = []
  let rowWords = new Set<string>()
  const endRow = (): void => {
    if (rowWords.size >= runWordsMin) for (const segment of row) inRun.add(segment)
    row = []
    rowWords = new Set()
  }
  for (const segment of segments) {
    const words = readWords(segment, job)
    const ofJob = words.filter(({ isOfJob }) => isOfJob === true)
    const own = words.filter(({ isOfJob }) => isOfJob === false).length
    if (own * ownWordCost <= ofJob.length) {
      cut.push(segment)
      row.push(segment)
      for (const { word } of ofJob) rowWords.add(word)
    } else {
      endRow()
      const said = ofJob.reduce((sum, { times }) => sum + times, 0)
      const parts = said < runWordsMin ? undefined : cutEdge(segment, words)
      if (parts !== undefined) inRun.add(parts.run)
      cut.push(...(parts?.all ?? [segment]))
    }
  }
  endRow()
  return { segments: cut.flatMap((each) => (inRun.has(each) ? [each] : cutLists(each, job, inRun))), inRun }
}

/** A segment in parts, of which those that are bare lists are in a run. */
function cutLists(segment: Segment, job: JobTerms, inRun: Set<Segment>): Segment[] {
  const lists = bareLists(segment, job)
  if (lists.length === 0) return cutTitle(segment)
  const cut: Segment[] = []
  let from = 0
  for (const { start, end } of lists) {
    const list = partOf(segment, start, end)
    inRun.add(list)
    cut.push(partOf(segment, from, start), list)
    from = end
  }
  return [...cut, partOf(segment, from, segment.norm.length)].filter(({ norm }) => norm !== '')
}

/** `… for 300 stores | Data Engineer`: a title behind what says no dates speaks for itself. */
function cutTitle(segment: Segment): Segment[] {
  const place = Math.max(...[...',，|｜'].map((sign) => segment.norm.lastIndexOf(sign)))
  if (place <= 0 || segment.norm.length - place > titleLineMax || namedIn(segment).titles.length === 0)
    return [segment]
  const [before, behind] = [partOf(segment, 0, place), partOf(segment, place + 1, segment.norm.length)]
  const isTitled =
    before.norm !== '' &&
    !year.test(before.norm) &&
    (isTitleAlone(behind) || parts.test(segment.norm.charAt(place)))
  return isTitled ? [before, behind] : [segment]
}

const titleLineMax = 60
/** Nothing goes on behind this one. */
const parts = /[|｜]/u

interface Word {
  readonly word: string
  /** Undefined for a word that says nothing. */
  readonly isOfJob: boolean | undefined
  /** 1, or how often it stands there where that is oftener than anybody repeats a word in one sentence. */
  readonly times: number
}

/** The different words of a segment, in order. */
function readWords(segment: Segment, { holdsWord }: JobTerms): Word[] {
  return Array.from(namedIn(segment).words, ([word, count]) => ({
    word,
    isOfJob: isClaim(word) ? undefined : holdsWord(word),
    times: count < repeatedMin ? 1 : count,
  }))
}

/** How many words at the beginning are a run; 0 where there is none. */
function runLength(words: readonly Word[]): number {
  let [sum, best, length] = [0, 0, 0]
  for (const [index, { isOfJob, times }] of words.entries()) {
    if (isOfJob !== undefined) sum += isOfJob ? times : -ownWordCost
    if (sum > best) [best, length] = [sum, index + 1]
    if (sum < best - runWordsMin) break
  }
  return best >= runWordsMin ? length : 0
}

/** A segment in two parts, of which one is a run: a list inside of a sentence tells what it was done with. */
function cutEdge(segment: Segment, words: readonly Word[]): { run: Segment; all: Segment[] } | undefined {
  const head = runLength(words)
  const tail = head > 0 ? 0 : runLength(words.toReversed())
  if (head + tail === 0) return undefined
  const place = placeBehind(segment.norm, words, head > 0 ? head : words.length - tail)
  const before = partOf(segment, 0, place)
  const behind = partOf(segment, place, segment.norm.length)
  return { run: head > 0 ? before : behind, all: [before, behind] }
}

/** Where so many of the words have ended. */
function placeBehind(norm: string, words: readonly Word[], count: number): number {
  let until = 0
  for (const { word } of words.slice(0, count))
    until = Math.max(until, norm.indexOf(word, until)) + word.length
  return Math.min(until, norm.length)
}
