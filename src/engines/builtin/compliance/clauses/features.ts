import type { Language } from '../../text/index.ts'
import { fold } from '../fold.ts'
import { bucketOf, hashOf, isDigit, mix, stemOf } from './hash.ts'
import { classedWords } from './word-classes.ts'

/** The features of a clause: its words or characters, their neighbours, and its length. Each counts once. */
export function featuresOf(text: string, language: Language): number[] {
  const plain = fold(text.slice(0, 2 * charactersMax))
    .text.replace(listMark, '')
    .trim()
    .slice(0, charactersMax)
    .replace(longNumber, sameLength)
    .toLowerCase()
  const buckets = new Set<number>()
  const take = (hash: number): void => {
    buckets.add(bucketOf(hash))
  }
  if (language === 'zh') characters(plain, take)
  else words(plain, take)
  classes(plain, language, take)
  take(mix(lengthMark, Math.min(stepsMax, Math.floor(text.length / charactersPerStep[language]))))
  return [...buckets]
}

/** A list marker (`1、`, `-`) carries no information. */
const listMark = /^\s?(?:[-•·・▪●○◎■□◆◇*★☆►]|\d{1,2}[.、)](?!\d))\s?/u

type Take = (hash: number) => void

const charactersMax = 400
/** The digits of an amount carry no information; those of an age do. */
const longNumber = /\d{3,}/gu
const sameLength = (digits: string): string => '0'.repeat(Math.min(digits.length, 5))
const charactersPerStep: Record<Language, number> = { zh: 4, en: 20 }
const stepsMax = 6
const lengthMark = 1
const edge = 2
const gap = 3
const anyDigit = 4

/** Characters, pairs, triples, and pairs with one between: most Chinese words have two characters. */
function characters(text: string, take: Take): void {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  takeRow(codes, take)
  if (codes.some(isDigit))
    takeRow(
      codes.map((code) => (isDigit(code) ? anyDigit : code)),
      take,
    )
}

function takeRow(codes: readonly number[], take: Take): void {
  for (let at = 0; at <= codes.length; at += 1) {
    const [before, here, next] = [codes[at - 1] ?? edge, codes[at] ?? edge, codes[at + 1] ?? edge]
    take(here)
    take(mix(before, here))
    take(mix(mix(before, here), next))
    take(mix(mix(before, gap), next))
  }
}

/** Words and, without their endings, pairs and triples of neighbours. */
function words(text: string, take: Take): void {
  const found: readonly string[] = text.match(wordOrSign) ?? []
  const stems = found.map((word) => hashOf(stemOf(word)))
  found.forEach((word, at) => {
    const [stem = edge, next = edge, last = edge] = [stems[at], stems[at + 1], stems[at + 2]]
    take(hashOf(word))
    take(mix(stem, gap))
    take(mix(stem, next))
    if (at === 0) take(mix(edge, stem))
    if (at + 2 < found.length) {
      take(mix(mix(stem, next), last))
      take(mix(mix(stem, gap), last))
    }
    if (isDigit(word.charCodeAt(0))) {
      const size = mix(anyDigit, word.length)
      take(size)
      take(mix(size, next))
      take(mix(stems[at - 1] ?? edge, size))
    }
  })
}

const wordOrSign = /[a-z0-9']+|[^\sa-z0-9]/gu

/** Classes of words, each with its neighbours and with the classes after it. */
function classes(text: string, language: Language, take: Take): void {
  const classed = classedWords(text, language).slice(0, classedMax)
  const tokens: { readonly hash: number; readonly isClass: boolean }[] = []
  let at = 0
  const plain = (until: number): void => {
    for (const hash of tokensOf(text.slice(at, until), language)) tokens.push({ hash, isClass: false })
  }
  for (const { start, end, classes: own } of classed) {
    plain(start)
    tokens.push({ hash: mix(classMark, own[0] ?? 0), isClass: true })
    at = end
  }
  plain(text.length)
  tokens.forEach(({ hash, isClass }, place) => {
    if (!isClass) return
    const hashAt = (step: number): number => tokens[place + step]?.hash ?? edge
    take(mix(hashAt(-1), hash))
    take(mix(hash, hashAt(1)))
    take(mix(mix(hashAt(-2), hashAt(-1)), hash))
    take(mix(mix(hash, hashAt(1)), hashAt(2)))
    take(mix(mix(hashAt(-1), hash), hashAt(1)))
  })
  classed.forEach(({ classes: own }, first) => {
    for (const one of own) {
      take(mix(classMark, one))
      for (const { classes: others } of classed.slice(first + 1))
        for (const other of others) take(mix(mix(classMark, one), mix(pairMark, other)))
    }
  })
}

const classedMax = 12
const classMark = 5
const pairMark = 6

const tokensOf = (text: string, language: Language): number[] =>
  language === 'zh'
    ? Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    : (text.match(wordOrSign) ?? []).map((word) => hashOf(stemOf(word)))
