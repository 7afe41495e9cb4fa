import { readFileSync } from 'node:fs'
import { surroundings } from './features.ts'
import { stanceByRules } from './rules.ts'
import type { Sentence } from './sentence.ts'
import { learnedStances, type Stance, stances } from './stances.ts'

/**
 * The stored model: feature weights for each learned stance, by zone and value. The weights are Base64
 * bytes, one per stance, in units of one twentieth; 128 is zero.
 */
export interface StoredStances {
  readonly bias: readonly number[]
  readonly weights: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const slotOf = learnedStances.map((stance) => stances.indexOf(stance))
const weightUnit = 0.05
const byteOfNone = 128

interface Model {
  readonly bias: readonly number[]
  readonly weights: ReadonlyMap<string, ReadonlyMap<string, Int8Array>>
}

let loaded: Model | undefined

function load(): Model {
  const { bias, weights } = JSON.parse(
    readFileSync(new URL('./stance.generated.json', import.meta.url), 'utf8'),
  ) as StoredStances
  const bytesOf = (bytes: string): Int8Array =>
    Int8Array.from(Buffer.from(bytes, 'base64'), (byte) => byte - byteOfNone)
  const byWhat = (own: Readonly<Record<string, string>>): Map<string, Int8Array> =>
    new Map(Object.entries(own).map(([what, bytes]) => [what, bytesOf(bytes)]))
  return { bias, weights: new Map(Object.entries(weights).map(([where, own]) => [where, byWhat(own)])) }
}

/**
 * The probability of each stance for the text between two offsets of a sentence, in the order of `stances`.
 */
export function stanceChances(sentence: Sentence, start: number, end: number): Float64Array {
  const ruled = stanceByRules(sentence, start, end)
  const chances = new Float64Array(stances.length)
  if (isBare(sentence, start, end)) {
    chances[stances.indexOf(ruled)] = 1
    return chances
  }
  loaded ??= load()
  const scores = Float64Array.from(loaded.bias)
  const { weights } = loaded
  surroundings(sentence, start, end, ruled, (where, what) => {
    const own = weights.get(where)?.get(what)
    if (own === undefined) return
    for (let slot = 0; slot < own.length; slot += 1) scores[slot] = (scores[slot] ?? 0) + (own[slot] ?? 0)
  })
  const top = Math.max(...scores)
  let sum = 0
  scores.forEach((score, slot) => {
    const raised = Math.exp((score - top) * weightUnit)
    scores[slot] = raised
    sum += raised
  })
  scores.forEach((raised, slot) => {
    chances[slotOf[slot] ?? 0] = raised / sum
  })
  return split(withCue(chances, ruled), ruled)
}

/** True if no cue can change the stance, and the sentence is dated or contains nothing else. */
const isBare = ({ cues, tokens, isDated }: Sentence, start: number, end: number): boolean =>
  cues.length === 0 && (isDated || tokens.every((token) => token.start >= start && token.end <= end))

/** A stance from a cue gets the same weight as the learned model. */
function withCue(chances: Float64Array, ruled: Stance): Float64Array {
  if (ruled === 'done' || ruled === 'plain' || ruled === 'listed') return chances
  const slot = stances.indexOf(ruled)
  return chances.map((chance, at) => (1 - cueShare) * chance + (at === slot ? cueShare : 0))
}
const cueShare = 0.5

/** Moves the probability of `done` to `listed` or `plain` if the rules say so. */
function split(chances: Float64Array, ruled: Stance): Float64Array {
  if (ruled === 'listed' || ruled === 'plain') {
    chances[stances.indexOf(ruled)] = chances[0] ?? 0
    chances[0] = 0
  }
  return chances
}
