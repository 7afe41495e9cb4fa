import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * The words of a run of Chinese characters (U+3400 to U+9FFF): of all ways to cut it, that of the greatest
 * product of the words' frequencies, by the dictionary of jieba and as jieba does it without guessing at new
 * words. A native call takes twice as long, for it makes a copy of each word, and a thread holds 6 MB
 * instead of 44.
 */
export function chineseWords(run: string): string[] {
  dictionary ??= readDictionary()
  if (run.length >= best.length) {
    best = new Float64Array(run.length * 2)
    ends = new Uint32Array(best.length)
    codes = new Uint16Array(best.length)
  }
  for (let at = 0; at < run.length; at += 1) codes[at] = run.charCodeAt(at)
  best[run.length] = 0
  for (let start = run.length - 1; start >= 0; start -= 1) meetWords(dictionary, start, run.length)
  const words: string[] = []
  for (let start = 0, end = 0; start < run.length; start = end) {
    end = ends[start] ?? run.length
    words.push(run.slice(start, end))
  }
  return words
}

/** From each place on: ln of the greatest product, and where its first word ends. Kept from run to run. */
let best = new Float64Array(256)
let ends = new Uint32Array(256)
/** The characters of the run. */
let codes = new Uint16Array(256)

/** Finds the best word at a place, where what is best behind it is known; the longest of equals. */
function meetWords(known: Dictionary, start: number, length: number): void {
  const { lengths, singles, weights } = known
  const first = codes[start] ?? 0
  let most = (weights[singles[first] ?? none] ?? 0) + (best[start + 1] ?? 0)
  let longest = start + 1
  let hash = hashWith(hashStart, first)
  for (let end = start + 2, left = 1; left !== 0 && end <= length; end += 1, left >>>= 1) {
    hash = hashWith(hash, codes[end - 1] ?? 0)
    if (end === start + 2) left = lengths[hash & pairMask] ?? 0
    if ((left & 1) === 0) continue
    const number = numberOf(known, hash, start, end)
    const whole = (weights[number] ?? 0) + (best[end] ?? 0)
    if (number === none || whole < most) continue
    most = whole
    longest = end
  }
  best[start] = most === weights[none] ? known.weightOfUnknown + (best[start + 1] ?? 0) : most
  ends[start] = longest
}

interface Dictionary {
  /** One after the other, each behind the number of its weight: none of these is as high as a character. */
  readonly words: Uint16Array
  /** Two thirds are taken: where a word is, in the low bits, and above them those of its hash. */
  readonly slots: Uint32Array
  /** By the hash of two characters: a bit for each length of the words that begin with them, from two on. */
  readonly lengths: Uint16Array
  /** The numbers of the weights of single characters. */
  readonly singles: Uint16Array
  /** ln of the share of all that a word has. */
  readonly weights: Float64Array
  readonly weightOfUnknown: number
}

const firstCharacter = 0x3400
/** What is no word has no weight. */
const none = 0
const placeBits = 21
const placeMask = (1 << placeBits) - 1
const slotMask = (1 << 19) - 1
const pairMask = (1 << 18) - 1

/** FNV-1a. */
const hashStart = 0x811c9dc5
const hashWith = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/** The number of the weight of the word that stands between two places of the run. */
function numberOf({ words, slots }: Dictionary, hash: number, start: number, end: number): number {
  for (let slot = hash & slotMask; ; slot = (slot + 1) & slotMask) {
    const held = slots[slot] ?? 0
    if (held === 0) return none
    if ((held ^ hash) >>> placeBits !== 0) continue
    const place = held & placeMask
    const shift = place + 1 - start
    let at = start
    while (at < end && codes[at] === words[at + shift]) at += 1
    if (at === end && (words[at + shift] ?? 0) < firstCharacter) return words[place] ?? none
  }
}

let dictionary: Dictionary | undefined

/** Of rows such as `中国 12345 ns`. */
function readDictionary(): Dictionary {
  const path = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.js')
  const text = readFileSync(path.replace(/dict\.js$/, 'dict.txt'), 'utf8')
  const words = new Uint16Array(text.length)
  const slots = new Uint32Array(slotMask + 1)
  const lengths = new Uint16Array(pairMask + 1)
  const singles = new Uint16Array(0x10000)
  const numbers = new Map<number, number>([[0, none]])
  let [place, all] = [1, 0]
  for (let row = 0; row < text.length; row = text.indexOf('\n', row) + 1 || text.length) {
    const blank = text.indexOf(' ', row)
    const count = readCount(text, blank + 1)
    all += count
    let [end, hash, pair] = [place + 1, hashStart, 0]
    for (let at = row; at < blank && text.charCodeAt(at) >= firstCharacter; at += 1, end += 1) {
      words[end] = text.charCodeAt(at)
      hash = hashWith(hash, words[end] ?? 0)
      if (at === row + 1) pair = hash & pairMask
    }
    const length = end - place - 1
    // Few have other signs than Chinese ones, which no run has.
    if (length < blank - row) continue
    const number = numbers.get(count) ?? numbers.size
    numbers.set(count, number)
    words[place] = number
    if (length === 1) singles[words[place + 1] ?? 0] = number
    else lengths[pair] = (lengths[pair] ?? 0) | (1 << (length - 2))
    let slot = hash & slotMask
    while (slots[slot] !== 0) slot = (slot + 1) & slotMask
    slots[slot] = (hash & ~placeMask) | place
    place = end
  }
  const weights = Float64Array.from(numbers.keys(), (count) => Math.log(count) - Math.log(all))
  words[place] = 0
  return {
    words: words.slice(0, place + 1),
    slots,
    lengths,
    singles,
    weights,
    weightOfUnknown: -Math.log(all),
  }
}

function readCount(text: string, from: number): number {
  let count = 0
  for (let at = from; text.charCodeAt(at) >= zero; at += 1) count = 10 * count + text.charCodeAt(at) - zero
  return count
}

const zero = 48
