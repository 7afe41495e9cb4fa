import { readFileSync } from 'node:fs'
import type { Language } from '../../text/index.ts'
import { bucketBits } from './hash.ts'

/**
 * What a clause can be: `fine` says something of the job; `aside` speaks to a colleague, or is the page or
 * mail around the job; every other kind is the name of a compliance rule.
 */
export interface BucketTable {
  readonly kinds: readonly string[]
  /** In units, as weights are. */
  readonly bias: readonly number[]
  /** Where the weights of a feature begin; those of the next one follow. */
  readonly from: Uint32Array
  readonly kindOf: Uint8Array
  readonly weightOf: Int8Array
}

/** A weight of a feature for a kind, given by its number. */
export interface Weight {
  readonly feature: number
  readonly kind: number
  /** A whole number of units, not 0. */
  readonly units: number
}

/** Weights are multiples of this unit, at most `unitsMax` of it. */
export const bucketUnit = 0.16
export const unitsMax = 16
const unitBits = 5

/**
 * A line of kinds with their biases. Then for each kind the number of its features, and these in rising
 * order: the distance from the one before and the weight, in one number of bytes of seven bits.
 */
export function writeBuckets(
  kinds: readonly string[],
  bias: readonly number[],
  weights: readonly Weight[],
): Uint8Array {
  const head = `${kinds.map((kind, at) => `${kind}:${bias[at] ?? 0}`).join('\t')}\n`
  const bytes = [...Buffer.from(head, 'utf8')]
  const write = (value: number): void => {
    let rest = value
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push(0x80 | (rest & 0x7f))
    bytes.push(rest)
  }
  kinds.forEach((_kind, at) => {
    const own = weights.filter(({ kind }) => kind === at).sort((a, b) => a.feature - b.feature)
    write(own.length)
    let last = 0
    for (const { feature, units } of own) {
      write((feature - last) * 2 ** unitBits + (units < 0 ? units + unitsMax : units + unitsMax - 1))
      last = feature
    }
  })
  return Uint8Array.from(bytes)
}

export function readBuckets(bytes: Uint8Array): BucketTable {
  const headEnd = bytes.indexOf(0x0a)
  const named = Buffer.from(bytes.subarray(0, headEnd))
    .toString('utf8')
    .split('\t')
    .map((each) => each.split(':'))
  const rows = readWeights(bytes, headEnd + 1, named.length)
  const from = new Uint32Array(2 ** bucketBits + 1)
  for (const { feature } of rows) from[feature + 1] = (from[feature + 1] ?? 0) + 1
  for (let at = 1; at < from.length; at += 1) from[at] = (from[at] ?? 0) + (from[at - 1] ?? 0)
  const next = from.slice()
  const [kindOf, weightOf] = [new Uint8Array(rows.length), new Int8Array(rows.length)]
  for (const { feature, kind, units } of rows) {
    const at = next[feature] ?? 0
    next[feature] = at + 1
    kindOf[at] = kind
    weightOf[at] = units
  }
  const [kinds, bias] = [named.map(([kind = '']) => kind), named.map(([, units]) => Number(units))]
  return { kinds, bias, from, kindOf, weightOf }
}

function readWeights(bytes: Uint8Array, start: number, kinds: number): Weight[] {
  let at = start
  const read = (): number => {
    let value = 0
    for (let place = 1; ; place *= 0x80) {
      const byte = bytes[at] ?? 0
      at += 1
      value += (byte & 0x7f) * place
      if (byte <= 0x7f) return value
    }
  }
  const weights: Weight[] = []
  for (let kind = 0; kind < kinds; kind += 1) {
    let feature = 0
    for (let left = read(); left > 0; left -= 1) {
      const value = read()
      const units = value % 2 ** unitBits
      feature += Math.floor(value / 2 ** unitBits)
      weights.push({ feature, kind, units: units < unitsMax ? units - unitsMax : units - unitsMax + 1 })
    }
  }
  return weights
}

const tables = new Map<string, BucketTable>()

/** What was learned of whole clauses, or of which words of a clause harm. */
export function tableOf(language: Language, of: 'clauses' | 'words'): BucketTable {
  const file = `${language}-${of}.generated.bin`
  const known = tables.get(file)
  if (known !== undefined) return known
  const table = readBuckets(readFileSync(new URL(file, import.meta.url)))
  tables.set(file, table)
  return table
}
