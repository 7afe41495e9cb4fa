import type { Language } from '../../text/index.ts'
import { fold } from '../fold.ts'
import { type BucketTable, bucketUnit, tableOf } from './bucket-table.ts'
import { bucketOf, hashOf, isDigit, mix, stemOf } from './hash.ts'

/** A stretch of a text, in UTF-16 units. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** A word, or a Chinese character: its hash and its position. */
interface Token extends Stretch {
  readonly hash: number
}

/** The harmful words of a harmful clause, by a learned table (`training/spans.ts`). */
export function harmfulWords(text: string, language: Language): Stretch[] {
  const table = tableOf(language, 'words')
  const { text: plain, starts, ends } = fold(text.slice(0, charactersMax))
  const tokens = tokensOf(plain.toLowerCase(), language)
  const scores = tokens.map((_token, at) => scoreOf(tokens, at, table))
  const careful = likeliest(scores, turnCost)
  const inside = careful.includes(true) ? careful : likeliest(scores, 0)
  const stretches: { start: number; end: number }[] = []
  tokens.forEach(({ start, end }, at) => {
    if (!inside[at]) return
    const [from, to] = [starts[start] ?? 0, ends[end - 1] ?? text.length]
    const last = stretches.at(-1)
    if (last !== undefined && inside[at - 1]) last.end = to
    else stretches.push({ start: from, end: to })
  })
  return stretches
}

const charactersMax = 400

/** The features of each token of a text, which is as `fold` leaves it and in lower case. */
export function featuresOfTokens(text: string, language: Language): { at: Stretch; features: number[] }[] {
  const tokens = tokensOf(text, language)
  return tokens.map((at, place) => ({ at, features: featuresAt(tokens, place) }))
}

function tokensOf(text: string, language: Language): Token[] {
  if (language === 'zh')
    return Array.from({ length: text.length }, (_, start) => {
      const code = text.charCodeAt(start)
      return { hash: isDigit(code) ? anyDigit : code, start, end: start + 1 }
    })
  return [...text.matchAll(wordOrSign)].map(({ 0: word, index }) => ({
    hash: isDigit(word.charCodeAt(0)) ? mix(anyDigit, word.length) : hashOf(stemOf(word)),
    start: index,
    end: index + word.length,
  }))
}

const wordOrSign = /[a-z0-9']+|[^\sa-z0-9]/gu
const anyDigit = 4
const edge = 2
const reach = 3

/** The token and its neighbours by their distance; pairs of neighbours, and the three in the middle. */
function featuresAt(tokens: readonly Token[], at: number): number[] {
  const features: number[] = []
  const hashAt = (place: number): number => tokens[at + place]?.hash ?? edge
  for (let place = -reach; place <= reach; place += 1) {
    features.push(bucketOf(mix(hashAt(place), place + firstPlace)))
    if (place < reach) features.push(bucketOf(mix(mix(hashAt(place), hashAt(place + 1)), place + firstPair)))
  }
  features.push(bucketOf(mix(mix(mix(hashAt(-1), hashAt(0)), hashAt(1)), firstPair + reach)))
  return features
}

const firstPlace = 0x10
const firstPair = 0x20

function scoreOf(tokens: readonly Token[], at: number, { bias, from, weightOf }: BucketTable): number {
  let units = bias[0] ?? 0
  for (const feature of featuresAt(tokens, at)) {
    const end = from[feature + 1] ?? 0
    for (let weight = from[feature] ?? 0; weight < end; weight += 1) units += weightOf[weight] ?? 0
  }
  return units * bucketUnit
}

/** The likeliest harmful stretches: each change between inside and outside costs `turnCost`. */
function likeliest(scores: readonly number[], turnCost: number): boolean[] {
  let [outside, inside] = [0, -turnCost]
  const cameIn: (readonly [boolean, boolean])[] = []
  for (const score of scores) {
    const [staysOut, entersOut] = [outside, inside - turnCost]
    const [staysIn, entersIn] = [inside, outside - turnCost]
    cameIn.push([entersOut > staysOut, staysIn >= entersIn])
    outside = Math.max(staysOut, entersOut)
    inside = Math.max(staysIn, entersIn) + score
  }
  const result = new Array<boolean>(scores.length).fill(false)
  let isIn = inside > outside
  for (let at = scores.length - 1; at >= 0; at -= 1) {
    result[at] = isIn
    isIn = cameIn[at]?.[isIn ? 1 : 0] ?? false
  }
  return result
}

const turnCost = 1.5
