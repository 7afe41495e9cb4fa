import { allMatches, words } from '../text/index.ts'
import type { Hit } from '../vocabulary.ts'
import { withoutClaims } from './claims.ts'
import { employer, year } from './heads.ts'
import { type JobTerms, keyOf } from './mirrored.ts'
import { namedIn, namedInText } from './named.ts'
import type { Span } from './personal-data.ts'
import type { Segment } from './segments.ts'

/**
 * Lists of the job's things in a sentence that says something else: names and words, one after the other,
 * that no word of the sentence governs. `… for 2 million users, Python, Kubernetes, Terraform` has one;
 * `… in Python, Kubernetes and Terraform` has none.
 */
export function bareLists(segment: Segment, job: JobTerms): Span[] {
  const asked = askedHits(segment, job)
  if (asked.length === 0 && !hasSigns.test(segment.norm)) return []
  const tokens = tokensOf(withLines(segment), asked, job)
  const found: Span[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    let to = from
    while (to < tokens.length && tokens[to]?.kind !== 'own') to += 1
    const isWhole = from === 0 && to === tokens.length
    const list = isWhole ? [] : freeOf(tokens.slice(from, to), tokens[from - 1], to === tokens.length)
    const [first, last] = [list[0], list.at(-1)]
    const isGlued = to === tokens.length && isOver(tokens.slice(0, from), list, segment.norm)
    if (first !== undefined && last !== undefined && (isGlued || weightOf(list) >= listWeightMin))
      found.push({ start: first.start, end: last.end })
    from = Math.max(from, to)
  }
  return found
}

/** The normalised text with the ends of its lines, where a page broke a sentence. */
function withLines({ text, norm }: Segment): string {
  if (text.length !== norm.length || !text.includes('\n')) return norm
  return norm.replace(/ /gu, (space, at: number) => (text.charAt(at) === '\n' ? '\n' : space))
}

/** Without two of these or two names there is no list. */
const hasSigns = /[\s,，、|｜/;；][^,，、|｜/;；]{1,40}[\s,，、|｜/;；]/u

/** What of a row of names belongs neither to the words before it nor to those behind. */
function freeOf(row: readonly Token[], before: Token | undefined, isLast: boolean): readonly Token[] {
  const from = before === undefined ? 0 : governedBy(before, row)
  const last = isLast ? row.length : row.findLastIndex(({ sign }) => sign !== '') + 1
  return row.slice(from, last)
}

function isOver(before: readonly Token[], list: readonly Token[], norm: string): boolean {
  return isSaid(before, list, norm) || isSaidInChinese(before, list, norm)
}

/** The same in Chinese: behind a clause that tells of something, a name that none of its verbs takes. */
function isSaidInChinese(before: readonly Token[], [first]: readonly Token[], norm: string): boolean {
  const last = before.at(-1)
  if (last === undefined || first === undefined || first.kind === 'word' || year.test(norm)) return false
  const clause =
    norm
      .slice(0, first.start)
      .split(/[,，;；。、|]/u)
      .filter((each) => each.trim() !== '')
      .at(-1) ?? ''
  const isClause =
    isChinese.test(clause) &&
    clause.trim().length >= (predicate.test(clause) ? clauseCharactersMin : 2 * clauseCharactersMin)
  // A Latin name stands behind a space wherever it stands: `部署到 Kubernetes`.
  return isClause && (/[,，;；]/u.test(last.sign) || (last.sign !== '' && isChinese.test(first.text)))
}
const clauseCharactersMin = 5

/**
 * True where a sentence is over before a name: `… for 300 stores, Docker`. No names stand at the end of what
 * was said (that is a list that goes on), and it isn't the head of a job.
 */
function isSaid(before: readonly Token[], [first]: readonly Token[], norm: string): boolean {
  const last = before.at(-1)
  if (last === undefined || first === undefined || first.kind === 'word' || year.test(norm)) return false
  const said = norm.slice(0, first.start).trim()
  if (said.length < saidCharactersMin || isChinese.test(said)) return false
  if (first.kind === 'title') {
    return (
      !employer.test(said) &&
      (ends.test(last.sign) || predicate.test(said) || words(said).length > itemWordsMax * 2)
    )
  }
  const isItem = !ends.test(last.sign) && hasSign(before.at(-2)) && words(last.text).length <= itemWordsMax
  if (isItem || (last.sign === '' && governsNear.test(last.text))) return false
  return (predicate.test(said) || words(said).length > itemWordsMax) && !endsInName(last.text)
}
const itemWordsMax = 2
const saidCharactersMin = 12
const ends = /[.。]/u
const hasSign = (token: Token | undefined): boolean => token !== undefined && token.sign !== ''

function endsInName(text: string): boolean {
  const { concepts, titles } = namedInText(text)
  return [...concepts, ...titles].some(({ end }) => end === text.length)
}

/** So many names make a list. */
const listWeightMin = 3
/** Two in Chinese do: nobody ends a Chinese sentence with a name that it doesn't speak of. */
const chineseWeight = 1.5
const isChinese = /[\u3400-\u9fff]/u
/** A word that is no name counts less, where nothing parts it from the next. */
const looseWordWeight = 0.5

interface Token {
  readonly kind: 'name' | 'title' | 'word' | 'own'
  readonly text: string
  readonly start: number
  readonly end: number
  /** The sign behind it that parts it from the next; empty where there is none. */
  readonly sign: string
}

function weightOf(list: readonly Token[]): number {
  const weights = new Map<string, number>()
  list.forEach(({ kind, sign, text }, index) => {
    const isAlone = sign !== '' && (index === 0 || list[index - 1]?.sign !== '')
    const weight = kind === 'name' || kind === 'title' || isAlone ? 1 : looseWordWeight * words(text).length
    weights.set(
      text,
      Math.max(isChinese.test(text) ? chineseWeight * weight : weight, weights.get(text) ?? 0),
    )
  })
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0)
}

/**
 * The names that the job has as well, the longest where they overlap. A field of study stands beside its
 * school and degree, and no verb with it.
 */
function askedHits(segment: Segment, { concepts }: JobTerms): Hit[] {
  const { concepts: named, titles } = namedIn(segment)
  const kept: Hit[] = []
  const all = [...named, ...titles].filter((hit) => hit.concept.kind !== 'majors' && concepts.has(keyOf(hit)))
  for (const hit of all.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (hit.start >= (kept.at(-1)?.end ?? 0)) kept.push(hit)
  }
  return kept
}

function tokensOf(norm: string, asked: readonly Hit[], job: JobTerms): Token[] {
  const tokens: Token[] = []
  let from = 0
  const push = (kind: Token['kind'], start: number, end: number): void => {
    tokens.push({ kind, text: norm.slice(start, end), start, end, sign: signBehind(norm, end) })
  }
  for (const hit of [...asked, undefined]) {
    const end = hit?.start ?? norm.length
    for (const { 0: piece, index } of allMatches(norm.slice(from, end), pieces)) {
      const text = piece.trimEnd()
      if (withoutClaims(text).trim() === '' && !governsLists.test(text)) continue
      const start = from + index
      const isAlone = tokens.at(-1)?.sign !== '' && signBehind(norm, start + text.length) !== ''
      push(isWords(text, job, isAlone) ? 'word' : 'own', start, start + text.length)
    }
    if (hit === undefined) break
    push(hit.concept.kind === 'titles' ? 'title' : 'name', hit.start, hit.end)
    from = hit.end
  }
  return tokens
}

/** What stands between two signs that part. */
const pieces =
  /[^\s,，、|｜/;；•·:：.。()（）\-–—](?:[^,，、|｜/;；•·:：.。\s]|[.](?=[^\s,])|(?!\n)\s(?![\u3400-\u9fff])(?<![\u3400-\u9fff]\s))*/gu
const signs = /^(\n)|^\s*([,，、|｜/;；•·:：.。\-–—]|$)/u

/** Between Chinese words a space parts as well. */
function signBehind(norm: string, end: number): string {
  const found = signs.exec(norm.slice(end, end + 4))
  if (found !== null) return found[1] ?? (found[2] || '.')
  const isSpace =
    norm.charAt(end) === ' ' && /[\u3400-\u9fff]/u.test(norm.charAt(end - 1) + norm.charAt(end + 1))
  return isSpace ? ' ' : ''
}

const wordsMax = 3
const wordsCharactersMax = 40
const study =
  /本科|大专|学士|硕士|博士|研究生|学位|专业|学院|大学|bachelor|master|diploma|degree|university|college/u
/** What makes a sentence, unless it stands alone: such a piece is no bare name. */
const predicate =
  /\b(?:a|an|the|to|of|in|on|for|with|by|at|as|from|that|which|was|were|is|are|i|my|our|their|using|via|\w{3,}(?:ed|ing))\b|负责|参与|协助|使用|利用|运用|通过|完成|开展|组织|搭建|编写|基于|采用|撰写|用|做|在|为|对|了|过|着|的/u

function isWords(text: string, { holdsWord }: JobTerms, isAlone: boolean): boolean {
  if (text.length > wordsCharactersMax || study.test(text)) return false
  const all = words(withoutClaims(text))
  if (all.length === 0 || all.length > wordsMax || !all.every(holdsWord)) return false
  return (isAlone && all.length === 1) || !predicate.test(text)
}

/** What takes the names behind it as its objects. */
const governs =
  /\b(?:in|with|using|of|for|on|to|via|through|by|into|from|including|like|as|the|a|an|\w{2,}(?:ed|ing))$/u
/** The last of several. */
const joins = /\b(?:and|or)$/u
const governsTitle =
  /\b(?:as|to|of|for|by|with|is|was|am|the|an?|hired|promoted|named|senior|junior|lead|chief|head|assistant|associate|[:])$/u
const governsLists = /(?:使用|运用|利用|采用|通过|基于|结合|用|会|如)$/u
const governedNamesMax = 3
/** The same, with a word between it and the names: `in core Java`. */
const governsNear =
  /\b(?:in|with|using|of|for|on|to|via|through|by|into|from|including|like|as|and|or)\s\S{1,20}$/u

/** How many names of a row are objects of what stands right before it. */
function governedBy(before: Token, row: readonly Token[]): number {
  if (before.sign.trim() !== '' || before.sign === '\n') return 0
  if (governsLists.test(before.text)) return row.length
  if (before.sign !== '') return 0
  if (joins.test(before.text)) return 1
  if (/[\u3400-\u9fff]$/u.test(before.text)) {
    const until = row.findIndex(({ sign }) => /[,，;；|｜ ]/u.test(sign))
    return until < 0 ? row.length : until + 1
  }
  if (row[0]?.kind === 'title') return governsTitle.test(before.text) ? 1 : 0
  return governs.test(before.text) && !endsInName(before.text) ? governedNamesMax : 0
}
