import { normalize } from '../../text/index.ts'
import { type DraftLine, type Part, parts } from '../draft.ts'
import { isNameAlone } from '../facts/employer.ts'

export interface Merged {
  readonly lines: DraftLine[]
  /** The text of the duplicate lines. */
  readonly duplicates: string[]
}

/** Above this number, lines are compared only by their normalised words, so that time stays linear. */
const comparedMax = 300
const similarityMin = 0.85

/**
 * Removes duplicate lines. Lines are duplicates if their words are the same, or if one contains almost all
 * of the other and both have the same numbers, names and negations. The longer line stays, in the more
 * binding part.
 */
export function mergeDuplicates(lines: readonly DraftLine[]): Merged {
  const kept: Known[] = []
  const byKey = new Map<string, Known>()
  const duplicates: string[] = []
  const saysDegree = degreesSaid(lines)
  for (const line of lines) {
    if (saysDegree(line) || isNameSaid(line, lines)) {
      duplicates.push(line.text)
      continue
    }
    const known = know(line)
    if (known.key === '') continue
    const alike = byKey.get(known.key)
    const same = alike ?? (kept.length < comparedMax ? kept.find((each) => says(each, known)) : undefined)
    if (same === undefined) {
      kept.push(known)
      byKey.set(known.key, known)
      continue
    }
    duplicates.push(known.key.length <= same.key.length ? line.text : same.line.text)
    const part = moreBinding(same.line.part, line.part)
    byKey.set(known.key, same)
    const longer = known.key.length > same.key.length ? known : same
    Object.assign(same, longer, { line: { ...longer.line, part } })
  }
  return { lines: kept.map(({ line }) => line), duplicates }
}

/** `学历要求：本科` beside `统招本科，计算机专业`. */
const degreeNamed = /^学历(?:要求)?[:：]((?:全日制|统招)?(?:大专|专科|本科|硕士|博士)(?:及以上|以上)?)$/u

/** `Acme Foods` alone, if another line continues about it: `Acme Foods is a family business`. */
function isNameSaid({ part, text }: DraftLine, lines: readonly DraftLine[]): boolean {
  if ((part !== 'company' && part !== 'summary') || !isNameAlone(text)) return false
  return lines.some((other) => other.part === 'company' && other.text.startsWith(`${text} `))
}

/** Whether a line states only a degree, and another requirement of the same jobs contains it. */
function degreesSaid(lines: readonly DraftLine[]): (line: DraftLine) => boolean {
  const demands = lines.filter(({ part, text }) => part === 'must' && !degreeNamed.test(text))
  const known = new Map<string, boolean>()
  return ({ text }) => {
    const degree = degreeNamed.exec(text)?.[1]
    if (degree === undefined) return false
    const isSaid = known.get(degree) ?? demands.some((other) => other.text.includes(degree))
    known.set(degree, isSaid)
    return isSaid
  }
}

/** A kept line; a longer line with the same content replaces it. */
interface Known {
  line: DraftLine
  key: string
  pairs: ReadonlySet<string>
  /** The characters of a Chinese line, sorted by code; empty for any other line. */
  signs: string
  /** Numbers, Latin words and negations, in order: two lines that differ in them have different meanings. */
  facts: string
}

/** `Salary: $62,000 - $74,000` means the same as `Pay $62,000 - $74,000`. */
const payLabel =
  /^(?:salary|pay|pay range|compensation|薪资|薪酬|工资|待遇)(?: range)?\s?[:：]?\s?(?=[$€£¥￥]?\d)/u

function know(line: DraftLine): Known {
  const text = normalize(line.text)
  const key = text.replace(payLabel, '').replace(/[\s\p{P}]/gu, '')
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < key.length; at += 1) pairs.add(key.slice(at, at + 2))
  const facts = (text.match(/[0-9]+(?:[.][0-9]+)?|[a-z][a-z+#.]*|不|无|非|没/gu) ?? []).filter(
    (fact) => !little.has(fact),
  )
  const signs = /[\u3400-\u9fff]/u.test(key) ? [...key].sort().join('') : ''
  return {
    line,
    key,
    pairs,
    signs,
    facts: facts
      .map((fact) => fact.replace(/\.$/u, ''))
      .sort()
      .join(' '),
  }
}

const little = new Set(['the', 'a', 'an', 'of'])
/** With fewer characters or words, another order may have another meaning. */
const shuffledMin = { signs: 10, words: 4 }

function says(a: Known, b: Known): boolean {
  if (a.facts !== b.facts) return false
  const [small, large] = a.pairs.size <= b.pairs.size ? [a, b] : [b, a]
  if (small.pairs.size < 4 || small.pairs.size < large.pairs.size * 0.5) return false
  if (a.signs === '' && b.signs === '' && a.facts.split(' ').length >= shuffledMin.words) return true
  if (a.signs === b.signs && a.signs.length >= shuffledMin.signs) return true
  if (a.signs !== '' && isWithin(small.key, large.key) && small.key.length >= large.key.length * 0.8)
    return true
  let shared = 0
  for (const pair of small.pairs) if (large.pairs.has(pair)) shared += 1
  return (
    shared / (small.pairs.size + large.pairs.size - shared) >= similarityMin || large.key.includes(small.key)
  )
}

/** Whether a text results from another by leaving out characters. */
function isWithin(small: string, large: string): boolean {
  let at = 0
  for (const sign of large) if (small.startsWith(sign, at)) at += sign.length
  return at >= small.length && small.length >= shuffledMin.signs
}

/** A duplicate requirement is a must if either of the two is. */
function moreBinding(a: Part, b: Part): Part {
  return parts.indexOf(a) <= parts.indexOf(b) ? a : b
}
