import { generator } from '../fit/random.ts'
import { type Part, type Parts, putTogether } from './parts.ts'
import { hostileEntries, hostileNames, hostileNumbers, hostileOperators } from './spells.ts'

/** A valid PDF to mutate: its bytes, and its parts if it could be parsed. */
export interface Original {
  readonly name: string
  readonly bytes: Buffer
  readonly parts: Parts | null
}

/** An integer from 0 to `below`, exclusive; 0 if `below` is 0. */
type Random = (below: number) => number

/** The same seed gives the same numbers; neighbouring seeds give unrelated numbers. */
function seeded(seed: number): Random {
  const next = generator((Math.imul(seed + 1, 2_654_435_761) >>> 1) % 2_147_483_646 || 1)
  for (let warm = 0; warm < 3; warm++) next()
  return (below) => Math.floor(next() * Math.max(0, below))
}

export interface Mutant {
  readonly original: string
  readonly bytes: Buffer
}

const changesMax = 6
/** Repeated repetition grows a file fast. */
const bytesMax = 4_000_000

/** A damaged copy of one of the originals: the same for the same seed and originals. */
export function mutantOf(originals: readonly Original[], seed: number): Mutant {
  const random = seeded(seed)
  const original = pick(originals, random)
  const { parts } = original
  const whole = parts === null || random(5) === 0 ? original.bytes : mutatedParts(parts, random)
  const damaged = parts === null || random(4) === 0 ? damagedBytes(whole, random) : whole
  return { original: original.name, bytes: damaged.subarray(0, bytesMax) }
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

/** Changes, cuts out, repeats and overwrites a few bytes, or cuts the file off. */
function damagedBytes(original: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(original)
  for (let change = random(12); change >= 0; change--) {
    const at = random(bytes.length)
    const piece = bytes.subarray(at, at + random(60))
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    const kind = random(13)
    if (kind < 4) bytes[at] = random(256)
    else if (kind < 6) bytes.write(String(random(100_000)), at, 'latin1')
    else if (kind < 8) bytes = Buffer.concat([before, after.subarray(piece.length)])
    else if (kind < 10) bytes = Buffer.concat([before, piece, piece, after])
    else if (kind < 12) piece.copy(bytes, random(bytes.length))
    else bytes = Buffer.from(before)
  }
  return bytes.length === 0 ? Buffer.from('%PDF-1.7') : bytes
}

function mutatedParts({ root, objects }: Parts, random: Random): Buffer {
  const changed = [...objects]
  for (let change = random(changesMax); change >= 0; change--) {
    const at = random(changed.length)
    const part = changed[at]
    if (part !== undefined) changed[at] = mutatedPart(part, changed, random)
  }
  const lies = random(8) === 0
  const cuts = random(8) === 0
  return putTogether(
    { root: random(60) === 0 ? random(objects.length + 2) : root, objects: changed },
    {
      packed: random(3) === 0,
      offset: (offset) => (lies && random(4) === 0 ? Math.max(0, offset + random(200) - 100) : offset),
      encode: (bytes) => (cuts && random(4) === 0 ? damagedStream(bytes, random) : bytes),
      trailer: random(6) === 0 ? pick(hostileEntries, random).replaceAll('SELF', String(root)) : '',
    },
  )
}

function damagedStream(bytes: Buffer, random: Random): Buffer {
  return random(2) === 0 ? bytes.subarray(0, random(bytes.length)) : damagedBytes(bytes, random)
}

function mutatedPart(part: Part, all: readonly Part[], random: Random): Part {
  const { stream } = part
  if (stream === null || random(2) === 0) return { ...part, text: mutatedText(part, all, random) }
  if (random(8) === 0) return { ...part, stream: pick(all, random).stream ?? stream }
  if (random(6) === 0) return { ...part, stream: damagedBytes(stream, random) }
  const text = stream.toString('latin1')
  return { ...part, stream: Buffer.from(mutatedContent(text, random), 'latin1') }
}

const numbers = /(?<![\w.])[+-]?\d+(?:\.\d+)?(?![\w.])/g
const references = /\b\d+ \d+ R\b/g
const names = /\/[\w.+-]+/g
const brackets = /\[[^[\]]*\]/g

/** Changes the text of an object: false values, cycles, or the contents of another object. */
function mutatedText(part: Part, all: readonly Part[], random: Random): string {
  const other = pick(all, random)
  const { text } = part
  switch (random(8)) {
    case 0:
    case 1:
      return replaceOne(text, numbers, random, () => pick(hostileNumbers, random))
    case 2:
    case 3: {
      const target = pick([part.number, other.number, other.number, random(99_999)], random)
      return replaceOne(text, references, random, () => `${target} 0 R`)
    }
    case 4: {
      const known = [...other.text.matchAll(names)].map(([name]) => name)
      return replaceOne(text, names, random, () => pick([...known, ...hostileNames], random))
    }
    case 5:
      return replaceOne(text, brackets, random, (array) => repeated(array, random))
    case 6: {
      const entry = pick(hostileEntries, random).replaceAll('SELF', String(part.number))
      return part.stream === null ? text.replace(/^<</, `<< ${entry}`) : `${text} ${entry}`
    }
    default:
      return other.stream === null && part.stream === null ? other.text : text.replace(names, '/X')
  }
}

/** An array with repeated items, or nested in other arrays. */
function repeated(array: string, random: Random): string {
  const times = pick([2, 50, 3_000], random)
  const items = array.slice(1, -1)
  if (items.length * times > 400_000) return array
  return random(4) === 0
    ? `${'['.repeat(times)}${items}${']'.repeat(times)}`
    : `[${`${items} `.repeat(times)}]`
}

/** Changes a content stream, a font program or a character map. */
function mutatedContent(text: string, random: Random): string {
  let changed = text
  for (let change = random(4); change >= 0; change--) {
    const at = random(changed.length)
    const piece = changed.slice(at, at + random(300))
    const kind = random(6)
    if (kind < 2) changed = replaceOne(changed, numbers, random, () => pick(hostileNumbers, random))
    else if (kind === 2)
      changed = `${changed.slice(0, at)} ${pick(hostileOperators, random)} ${changed.slice(at)}`
    else if (kind === 3)
      changed = changed.slice(0, at) + piece.repeat(pick([2, 40, 500], random)) + changed.slice(at)
    else if (kind === 4) changed = replaceOne(changed, names, random, () => pick(hostileNames, random))
    else
      changed =
        random(3) === 0 ? changed.slice(0, at) : changed.slice(0, at) + changed.slice(at + piece.length)
  }
  return changed
}

/** Replaces one match; searches only a bounded stretch of the text. */
function replaceOne(text: string, pattern: RegExp, random: Random, by: (found: string) => string): string {
  const stretch = 20_000
  const from = Math.max(0, random(text.length) - stretch / 2)
  const found = [...text.slice(from, from + stretch).matchAll(pattern)]
  if (found.length === 0) return text
  const match = pick(found, random)
  const at = from + match.index
  return text.slice(0, at) + by(match[0]) + text.slice(at + match[0].length)
}
