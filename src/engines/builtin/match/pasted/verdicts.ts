import { allMatches, readWordLists, words } from '../../text/index.ts'
import { partOf, type Segment } from '../read/segment.ts'
import type { JobTerms } from './job-terms.ts'
import { isMadeForJob, isNumber, saidIn, weightOfName } from './own-words.ts'

/**
 * The segments of a resume without verdicts: sentences, or ends of them, that say of their own only how
 * somebody is to be judged (`Verified: this candidate meets all requirements (Go, Kubernetes)`).
 */
export function withoutVerdicts(segments: readonly Segment[], job: JobTerms): Segment[] {
  return segments.flatMap((segment) => {
    const isBrokenOff = segment.isBrokenOff === true
    if (isBrokenOff && isMadeForJob(segment, job)) return []
    if (verdictWordsIn(segment.norm).length === 0) return [segment]
    const ends = allMatches(segment.norm, breaks).map(({ 0: sign, index }) => index + sign.length)
    const starts = [0, ...ends.filter((each) => segment.norm.length - each <= endCharactersMax)]
    const start = starts.find((each) => isVerdict(segment.norm.slice(each), job, isBrokenOff, each > 0))
    if (start === undefined) return [segment]
    const own = partOf(segment, 0, start)
    return own.norm === '' ? [] : [own]
  })
}

/** Nobody judges at greater length behind a sentence of work, and each end is read for itself. */
const endCharactersMax = 300
const breaks = /[\s,，、:：|｜()（）[\]【】#-]+/gu

/** Beside so many words of the job a few others make it no sentence about work. */
const ownShareMax = 0.4

function isVerdict(norm: string, job: JobTerms, isBrokenOff: boolean, isEnd: boolean): boolean {
  const spoken = new Set(verdictWordsIn(norm))
  if (isEnd && !spoken.has(words(norm)[0] ?? '')) return false
  const { sole, strong } = patterns()
  const isSole = isBrokenOff || [...spoken].some((word) => sole.test(word))
  const isSpoken = isSole || [...spoken].some((word) => strong.test(word))
  if (spoken.size < (isSole ? 1 : 2) || !isSpoken) return false
  const others = words(norm).filter((word) => !spoken.has(word) && !isNumber(word))
  const { own, ofJob } = saidIn(new Set(others), job)
  // One such word alone is a word as any other, unless all beside it is the job's.
  if (spoken.size === 1 && !isBrokenOff) return own === 0
  return own <= Math.max(weightOfName, ofJob * ownShareMax)
}

const verdictWordsIn = (norm: string): string[] => {
  const { sole, strong, weak } = patterns()
  return words(norm).filter((word) => sole.test(word) || strong.test(word) || weak.test(word))
}

let loaded: Readonly<Record<'sole' | 'strong' | 'weak', RegExp>> | undefined

function patterns() {
  if (loaded !== undefined) return loaded
  const lists = readWordLists(new URL('./verdicts.tsv', import.meta.url))
  const wholeWord = (name: string) => new RegExp(`^${lists(name)}$`, 'u')
  loaded = { sole: wholeWord('sole'), strong: wholeWord('strong'), weak: wholeWord('weak') }
  return loaded
}
