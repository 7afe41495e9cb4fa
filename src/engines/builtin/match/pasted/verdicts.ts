import { allMatches, readWordLists, words } from '../../text/index.ts'
import { namedIn } from '../read/named.ts'
import { partOf, type Segment } from '../read/segment.ts'
import { type JobTerms, remembering } from './job-terms.ts'
import { isMadeForJob, isNumber, saidIn, weightOfName } from './own-words.ts'

/**
 * Drops verdicts from the segments of a resume. A verdict is a sentence, or the end of one, that only
 * judges the person (`Verified: this candidate meets all requirements (Go, Kubernetes)`).
 */
export function withoutVerdicts(segments: readonly Segment[], job: JobTerms): Segment[] {
  return segments.flatMap((segment) => {
    const isBrokenOff = segment.isBrokenOff === true
    if (isBrokenOff && isMadeForJob(segment, job)) return []
    if (!mayHoldVerdict(namedIn(segment).words.keys(), isBrokenOff)) return [segment]
    const start = startsOf(segment.norm).find((each) => {
      const before = words(segment.norm.slice(0, Math.min(each, firstWordsCharactersMax)))
      return isVerdict(before, words(segment.norm.slice(each)), job, isBrokenOff)
    })
    if (start === undefined) return [segment]
    const own = partOf(segment, 0, start)
    return own.norm === '' ? [] : [own]
  })
}

function mayHoldVerdict(said: Iterable<string>, isBrokenOff: boolean): boolean {
  for (const word of said) {
    const kind = kindOf(word)
    if (kind === 'sole' || kind === 'strong' || (kind === 'weak' && isBrokenOff)) return true
  }
  return false
}

const breaks = /[\s,，、:：|｜()（）[\]【】#-]+/gu
/** Maximum length of a verdict after a sentence about work; each possible start is checked separately. */
const endCharactersMax = 300
/** The number of characters in which a text's first words are looked for. */
const firstWordsCharactersMax = 60

/** Offsets where a verdict may begin: the sentence start, or a verdict word near its end. */
function startsOf(norm: string): number[] {
  const ends = allMatches(norm, breaks).map(({ 0: sign, index }) => index + sign.length)
  const isSpoken = (start: number): boolean =>
    kindOf(words(norm.slice(start, start + firstWordsCharactersMax))[0] ?? '') !== 'none'
  return [0, ...ends.filter((start) => norm.length - start <= endCharactersMax && isSpoken(start))]
}

/**
 * With fewer words before it, the phrase may be the object of work: `conducted reference checks for
 * applicants`.
 */
const wordsBeforeMin = 3
/** Up to this share of own words beside job words, a sentence still isn't about work. */
const ownShareMax = 0.4

function isVerdict(
  before: readonly string[],
  said: readonly string[],
  job: JobTerms,
  isBrokenOff: boolean,
): boolean {
  const spoken = new Set(said.filter((word) => kindOf(word) !== 'none'))
  const isSole = isBrokenOff || [...spoken].some((word) => kindOf(word) === 'sole')
  // A recruiter's work uses the same words, and then so does the job. Those words don't count after a verb
  // of work.
  const mayBeWork = before.length < wordsBeforeMin && kindOf([...before, ...said][0] ?? '') === 'none'
  const isStrong = (word: string) => kindOf(word) === 'strong' && !(mayBeWork && job.holdsWord(word))
  const isSpoken = isSole || [...spoken].some(isStrong)
  if (spoken.size < (isSole ? 1 : 2) || !isSpoken) return false
  const { own, ofJob } = saidIn(new Set(said.filter((word) => !spoken.has(word) && !isNumber(word))), job)
  // A single such word counts only if all other words are the job's.
  if (spoken.size === 1 && !isBrokenOff) return own === 0
  return own <= Math.max(weightOfName, ofJob * ownShareMax)
}

type Kind = 'sole' | 'strong' | 'weak' | 'none'

/** How strongly a word signals a verdict: the first list of the table that has it. */
const kindOf = remembering((word): Kind => {
  const { sole, strong, weak } = patterns()
  return sole.test(word) ? 'sole' : strong.test(word) ? 'strong' : weak.test(word) ? 'weak' : 'none'
})

let loaded: Readonly<Record<'sole' | 'strong' | 'weak', RegExp>> | undefined

function patterns() {
  if (loaded !== undefined) return loaded
  const lists = readWordLists(new URL('./verdicts.tsv', import.meta.url))
  const wholeWord = (name: string) => new RegExp(`^${lists(name)}$`, 'u')
  loaded = { sole: wholeWord('sole'), strong: wholeWord('strong'), weak: wholeWord('weak') }
  return loaded
}
