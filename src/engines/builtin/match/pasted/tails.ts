import { allMatches, words } from '../../text/index.ts'
import { degreeMentions, namesSchool } from '../read/degrees.ts'
import { isTitle } from '../read/line-shapes.ts'
import { type Named, namedInText } from '../read/named.ts'
import { denialBefore } from '../read/negation.ts'
import { partOf, type Segment } from '../read/segment.ts'
import { isClaim } from './claims.ts'
import type { JobTerms } from './job-terms.ts'
import { saidIn } from './own-words.ts'

/** The segments of a resume, cut where a tail of job words begins. */
export interface CutSegments {
  readonly segments: readonly Segment[]
  /** The parts that are such tails. */
  readonly tails: ReadonlySet<Segment>
}

/**
 * Cuts off the end of a sentence if it only lists job words that the sentence doesn't use. `… for 2 million
 * users, Python, Kubernetes` ends in such a tail; `… in Python and Kubernetes` doesn't.
 */
export function cutTails(segments: readonly Segment[], job: JobTerms): CutSegments {
  const tails = new Set<Segment>()
  const cut = segments.flatMap((segment) => {
    const found = tailStart(segment, job)
    if (found === 0) return [segment]
    // A denial (`No latte art`) is cut together with the words that it denies.
    const start = denialBefore(segment.norm, found)
    const [before, tail] = [partOf(segment, 0, start), partOf(segment, start, segment.norm.length)]
    if (before.norm === '' || tail.norm === '') return [segment]
    tails.add(tail)
    return [before, tail]
  })
  return { segments: cut, tails }
}

/**
 * A segment's normalised text, and its original if both have the same length. Case matters: `React` is a
 * name, `react` a word.
 */
interface Text {
  readonly norm: string
  readonly original: string
}

const namedBetween = ({ norm, original }: Text, start = 0, end = norm.length): Named =>
  namedInText(norm.slice(start, end), original.slice(start, end))

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A Chinese clause, or a Latin word. */
const tokens =
  /(?<![^\s,，、;；|｜。:：()（）!！?？])[^\s,，、;；|｜。:：()（）!！?？]*[^\s,，、;；|｜。:：()（）!！?？.]/gu
const chinese = /[\u3400-\u9fff]/u

/** The cost of an own word: as much as three or more job words. */
const ownCost = 9

/** The offset where the tail begins; 0 if there is none. */
function tailStart({ norm, text: original }: Segment, job: JobTerms): number {
  const text: Text = { norm, original: original.length === norm.length ? original : norm }
  const all = allMatches(norm, tokens).map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }))
  const first = firstOfTail(all, job)
  if (first === 0 || first >= all.length) return 0
  const row = all.slice(first)
  const different = new Set(row.flatMap(({ text }) => words(text)))
  const free = different.size >= runWordsMin ? 0 : governedBy(all.slice(0, first), row, text, job)
  const start = row[free]?.start ?? 0
  if (row.length - free === 1 && isClause(row[free], norm)) return 0
  return row.length - free <= studyTokensMax && isStudy(text, start) ? 0 : start
}

/** A single Chinese piece is a clause, unless it has one or two words or is a title: `…，并可以熟练地运营公众号`. */
function isClause(piece: Token | undefined, norm: string): boolean {
  if (piece === undefined || !chinese.test(piece.text)) return false
  const { titles } = namedInText(piece.text)
  const isParted = /[,，]\s?$/u.test(norm.slice(0, piece.start))
  if (isParted && isTitle(titles, piece.text.length)) return false
  const count = words(piece.text).filter((word) => !isClaim(word)).length
  return count > pieceWordsMax || (count > 1 && norm.charAt(piece.start - 1) === '、')
}
const pieceWordsMax = 2

/** A degree or a field of study next to its school, without a verb. */
function isStudy(text: Text, start: number): boolean {
  if (!namesSchool(text.norm)) return false
  return (
    degreeMentions(text.norm.slice(start)).length > 0 ||
    namedBetween(text, start).concepts.some(({ concept }) => concept.kind === 'majors')
  )
}
const studyTokensMax = 3

/** From this number of different job words on, they aren't the objects of a verb. */
const runWordsMin = 10

/** The index of the first token of the tail of job words. */
function firstOfTail(all: readonly Token[], job: JobTerms): number {
  const seen = new Set<string>()
  let [sum, best, first] = [0, 0, all.length]
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const each = all[at]
    if (each === undefined) break
    const here = words(each.text)
    const fresh = here.filter((word) => !seen.has(word))
    for (const word of fresh) seen.add(word)
    const said = saidIn(fresh, job)
    sum += said.own > 0 ? -ownCost : said.ofJob
    const isOfJob = said.own === 0 && here.some(job.holdsWord)
    if (isOfJob && sum >= best) [best, first] = [sum, at]
    if (sum < best - giveUp) break
  }
  return first
}

/** The search ends when the sum falls this far below the best. */
const giveUp = 30

const takes = /^(?:in|with|using|of|for|on|to|via|through|by|into|from|including|like|as|and|or|the|a|an)$/u
const articles = /^(?:the|an?)$/u
const verb = /^\w{2,}(?:ed|ing)$/u
const verbZh =
  /^(?:负责|参与|协助|使用|利用|运用|采用|通过|完成|开展|组织|搭建|编写|基于|撰写|结合|把|将|用(?!户|例|途|工|人|品)|做(?!法))/u
const objectsMax = 3

/**
 * How many tokens at the start of a row are objects of the words before them, or of a verb in the first
 * token.
 */
function governedBy(said: readonly Token[], row: readonly Token[], text: Text, job: JobTerms): number {
  const { norm } = text
  const [head, before, farther] = [row[0], said.at(-1), said.at(-2)]
  if (before === undefined || head === undefined) return 0
  if (chinese.test(head.text)) {
    const [leading = head.text] = verbZh.exec(head.text) ?? []
    return head.text.length > leading.length ? clauseLength(row, norm) : 0
  }
  if (norm.slice(before.end, head.start).trim() !== '') return 0
  if (chinese.test(before.text)) return isLoose(row, norm) ? 0 : clauseLength(row, norm)
  if (endsInName(text, before.end)) return 0
  const isVerb = verb.test(before.text) && !job.holdsWord(before.text)
  // One other word may intervene: `in enterprise B2B sales`.
  const isNear = farther !== undefined && takes.test(farther.text) && !articles.test(farther.text)
  return isVerb || isNear || takes.test(before.text) ? objectsLength(row, text) : 0
}

/** Up to the end of the clause; `、` doesn't end one. */
function clauseLength(row: readonly Token[], norm: string): number {
  const last = row.findIndex(({ end }, index) =>
    /[,，;；|｜。:：.]/u.test(norm.slice(end, row[index + 1]?.start ?? end)),
  )
  return last < 0 ? row.length : last + 1
}

/** From this number of pieces separated only by spaces, they aren't the object of a verb. */
const looseMin = 6
function isLoose(row: readonly Token[], norm: string): boolean {
  const loose = row.findIndex(({ end }, index) => norm.slice(end, row[index + 1]?.start ?? end).trim() !== '')
  return (loose < 0 ? row.length : loose + 1) >= looseMin
}

const joins = /^(?:and|or)$/u

/**
 * Up to three objects, separated by punctuation or `and`. If the first clause names no concept, only that
 * clause counts.
 */
function objectsLength(row: readonly Token[], text: Text): number {
  const { norm } = text
  const first = clauseLength(row, norm)
  const { concepts, titles } = namedBetween(text, row[0]?.start, row[first - 1]?.end)
  if (concepts.length + titles.length === 0) return first
  let objects = 1
  for (const [index, { start }] of row.entries()) {
    if (index === 0) continue
    const previous = row[index - 1]
    const isParted = previous !== undefined && norm.slice(previous.end, start).trim() !== ''
    if ((isParted && !joins.test(row[index]?.text ?? '')) || joins.test(previous?.text ?? '')) objects += 1
    if (objects > objectsMax) return index
  }
  return row.length
}

function endsInName(text: Text, end: number): boolean {
  const start = Math.max(0, end - nameCharactersMax)
  const { concepts, titles } = namedBetween(text, start, end)
  return [...concepts, ...titles].some((hit) => hit.end === end - start)
}
const nameCharactersMax = 40
