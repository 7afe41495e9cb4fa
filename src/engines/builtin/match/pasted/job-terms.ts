import { normalize, splitLines, words } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { keyOf } from '../read/named.ts'

/** The terms of a job description. A resume list that contains nothing else may have been written for it. */
export interface JobTerms {
  readonly norm: string
  /** Whether the job has a word, even where Chinese segmentation depends on the context. */
  readonly holdsWord: (word: string) => boolean
  /** Keys of all concepts and titles in it. */
  readonly concepts: ReadonlySet<string>
  /** Its normalised title without parts in brackets; empty if it has none. */
  readonly title: string
  /** Keys of the titles in it. */
  readonly titleKeys: ReadonlySet<string>
}

/** Reads the text both as given and line by line, because words are lost where two lines run together. */
export function readJobTerms(jdText: string, jobTitle = ''): JobTerms {
  const lines = splitLines(jdText).map(({ text }) => text)
  const text = [jdText, ...lines].join('\n')
  const norm = normalize(text)
  const { concepts, titles } = vocabulary().findAll(norm, text)
  const title = normalize(jobTitle.split(/[(（]/u, 1)[0] ?? '').trim()
  return {
    norm,
    holdsWord: remembering(wordsOf(norm)),
    concepts: new Set([...concepts, ...titles].map(keyOf)),
    title,
    titleKeys: new Set(vocabulary().findTitles(title).map(keyOf)),
  }
}

/** Whether a text has a word, even where the segmenter would split it differently. */
function wordsOf(norm: string): (word: string) => boolean {
  const latin = norm.match(/[a-z]+/gu) ?? []
  const known = new Set([...words(norm), ...latin])
  const unparted = norm.replace(/[^a-z0-9\u3400-\u9fff]+/gu, '')
  const holds = (word: string): boolean => {
    if (known.has(word)) return true
    const glued = unglued(word)
    if (glued.length > 1) return glued.every(holds)
    if (!/[\u3400-\u9fff]/u.test(word)) return word.length >= unpartedMin && unparted.includes(word)
    const half = word.length >> 1
    const parts = particles.test(word)
      ? [word.replace(particles, '')]
      : [word.slice(0, half), word.slice(half)]
    return (
      norm.includes(word) || (word.length > 2 && parts.every((each) => each !== '' && norm.includes(each)))
    )
  }
  return holds
}

/** Splits words that the resume joins and the job lists separately: `sourcing/procurement`. */
export const unglued = (word: string): string[] => word.split(/[/&_]/u).filter(Boolean)

/** Particles and verbs that the segmenter may attach to the start of a Chinese word. */
const particles = /^(?:[对有从为与和及在会用做]|精通|熟悉|掌握|擅长|了解)/u

/** Shorter Latin words occur inside other words by chance. */
const unpartedMin = 6

const rememberedWordsMax = 20_000

/** Memoises `ask`: a batch repeats the same words. */
export function remembering<Answer>(ask: (word: string) => Answer): (word: string) => Answer {
  const known = new Map<string, Answer>()
  return (word) => {
    const cached = known.get(word)
    if (cached !== undefined) return cached
    const answer = ask(word)
    if (known.size < rememberedWordsMax) known.set(word, answer)
    return answer
  }
}
