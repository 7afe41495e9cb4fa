import { type Box, heightOf, onOneLine, overlapX } from '../../layout/box.ts'
import { isWide } from '../../layout/wide.ts'
import type { PageCharacters } from '../../page-characters.ts'
import type { PlacedWord } from '../../page-reading.ts'
import { type AlignedBlock, alignedBlocks } from '../align.ts'
import { type LayerLetter, type LayerLine, layerLines } from './layer-lines.ts'

/**
 * Words read in a picture, corrected by the invisible layer over it. A layer may come from a better picture
 * or a manual correction, but it can also contain any text. It therefore adds no line and no word. Each of
 * its lines is aligned with the words at its place, and corrects letters with low confidence.
 */
export interface Corrected {
  readonly words: readonly PlacedWord[]
  /** Letters of the layer that the picture doesn't show. */
  readonly unseenLetters: number
}

/** The share of a line's letters that the picture must show. A line with less is another text. */
const seenShareMin = 0.5
/**
 * The same limit for a layer that mostly disagrees with the picture, and so comes from a poor OCR program.
 */
const seenShareMinOfPoor = 0.35
/** Aligning lines with words takes the product of their lengths. No honest page comes near this limit. */
const workMax = 20_000_000
const lettersMax = 1_000

export function correctByLayer(words: readonly PlacedWord[], layer: PageCharacters): Corrected {
  const isPoor = !agrees(layer, words)
  const shareMin = isPoor ? seenShareMinOfPoor : seenShareMin
  const corrected = new Map<number, PlacedWord>()
  const claimed = new Set<number>()
  let unseenLetters = 0
  let work = 0
  const wordsNear = byHeight(words)
  const match = (line: LayerLine) => {
    const near = work > workMax ? [] : wordsNear(line.box)
    work += near.length
    const places = placesOf(line, words, near).filter((place) => !claimed.has(place))
    const seen = places.flatMap((place) => lettersOf(words, place)).slice(0, lettersMax)
    work += seen.length * line.letters.length
    const reach = farMax * heightOf(line.box)
    const blocks = alignedBlocks(seen, line.letters, (one, other) => isAt(one, other, reach))
    return { line, places, blocks, share: shareOf(blocks, seen, line) }
  }
  const matches = layerLines(layer).map(match)
  for (const first of matches.toSorted((a, b) => b.share - a.share)) {
    const again = first.places.some((place) => claimed.has(place)) ? match(first.line) : first
    if (again.share < shareMin) {
      unseenLetters += unseenIn(again.line.letters)
      continue
    }
    for (const block of again.blocks) {
      if (block.after.length > block.before.length) {
        unseenLetters += unseenIn(block.after.slice(block.before.length))
      }
      if (isAgreed(block)) for (const { place } of block.before) claimed.add(place)
    }
    if (isPoor) continue
    for (const [place, word] of correctedWords(words, again.blocks)) corrected.set(place, word)
  }
  return { words: words.map((word, place) => corrected.get(place) ?? word), unseenLetters }
}

/** A letter of a word, and the index of the word. */
interface SeenLetter {
  readonly text: string
  readonly x: number
  readonly place: number
  readonly confidence: number
}

type Block = AlignedBlock<SeenLetter, LayerLetter>

/** The share of recognised letters that the layer also contains. Layers of poor OCR programs have less. */
const agreementMin = 0.8

function agrees(layer: PageCharacters, words: readonly PlacedWord[]): boolean {
  const left = new Map<string, number>()
  for (const codePoint of layer.codePoints) {
    const letter = folded(String.fromCodePoint(codePoint))
    left.set(letter, (left.get(letter) ?? 0) + 1)
  }
  const letters = words.flatMap(({ text }) => [...text].map(folded))
  const found = letters.filter((letter) => {
    const rest = left.get(letter) ?? 0
    left.set(letter, rest - 1)
    return rest > 0
  })
  return found.length >= letters.length * agreementMin
}

/**
 * The share of a line that the picture shows. It is 1 if the line contains nearly all of the words and
 * continues after them.
 */
function shareOf(blocks: readonly Block[], seen: readonly SeenLetter[], { letters }: LayerLine): number {
  const shared = blocks.filter(isAgreed).length
  const hasAll = seen.length >= seenLettersMin && shared >= seen.length * agreementMin
  return hasAll ? 1 : shared / letters.length
}

/** This many equal letters aren't a coincidence. */
const seenLettersMin = 8

/** Finds the words at about the same height of the page as a box. */
function byHeight(words: readonly PlacedWord[]): (box: Box) => readonly number[] {
  const rows = new Map<number, number[]>()
  const rowsOf = ({ bottom, top }: Box) =>
    [Math.floor(bottom / rowHeight), Math.floor(top / rowHeight)] as const
  for (const [place, word] of words.entries()) {
    const [first, last] = rowsOf(word)
    for (let row = first; row <= last; row++) rows.set(row, [...(rows.get(row) ?? []), place])
  }
  const least = Math.min(...rows.keys())
  const most = Math.max(...rows.keys())
  return (box) => {
    const [first, last] = rowsOf(box)
    const found = new Set<number>()
    for (let row = Math.max(least, first); row <= Math.min(most, last); row++)
      for (const place of rows.get(row) ?? []) found.add(place)
    return [...found]
  }
}

/** In points. */
const rowHeight = 16

/** The words at the place of a layer's line, from left to right. */
function placesOf({ box }: LayerLine, words: readonly PlacedWord[], near: readonly number[]): number[] {
  const reach = -heightOf(box)
  const isOnLine = (word: PlacedWord) => onOneLine(word, box) && overlapX(word, box) > reach
  return near
    .filter((place) => words[place] !== undefined && isOnLine(words[place]))
    .toSorted((a, b) => (words[a]?.left ?? 0) - (words[b]?.left ?? 0))
}

function lettersOf(words: readonly PlacedWord[], place: number): SeenLetter[] {
  const { text = '', confidence = 1, left = 0, right = 0 } = words[place] ?? {}
  const letters = [...text]
  const width = (right - left) / letters.length
  return letters.map((letter, at) => ({ text: letter, place, confidence, x: left + (at + 0.5) * width }))
}

/**
 * As a multiple of the line height. A layer gives only the approximate place of a letter in its word or
 * line.
 */
const farMax = 3

function isAt(one: SeenLetter, other: LayerLetter, reach: number): boolean {
  return Math.abs(one.x - other.x) <= reach && isSame(one, other)
}

/**
 * Ignores case, width and accents. The layer is often better there, because our reader knows only two
 * languages.
 */
function isSame({ text: one }: SeenLetter, { text: other }: LayerLetter): boolean {
  return one === other || folded(one) === folded(other)
}

const foldedLetters = new Map<string, string>()

function folded(letter: string): string {
  const known = foldedLetters.get(letter)
  if (known !== undefined) return known
  const made = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  if (foldedLetters.size < foldedLettersMax) foldedLetters.set(letter, made)
  return made
}

const foldedLettersMax = 20_000

function isAgreed({ before: [one, second], after: [other, more] }: Block): boolean {
  if (one === undefined || other === undefined || second !== undefined || more !== undefined) return false
  return isSame(one, other)
}

/** Shorter differences are recognition errors. A Chinese character counts as two letters. */
const unseenStretchMin = 4

function unseenIn(letters: readonly LayerLetter[]): number {
  const told = letters.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const length = told.reduce((sum, { text }) => sum + (isWide(text.codePointAt(0) ?? 0) ? 2 : 1), 0)
  return length >= unseenStretchMin ? told.length : 0
}

/** The share of a corrected word's letters that both readings must have. */
const agreedMin = 0.5
/** The minimum confidence of a letter in both readings, and the confidence of a corrected letter. */
const sure = { agreed: 0.95, corrected: 0.7 }

/** The corrected words of an alignment, by their index. */
function correctedWords(
  words: readonly PlacedWord[],
  blocks: readonly Block[],
): ReadonlyMap<number, PlacedWord> {
  const made = new Map<number, { text: string; confidences: number[] }>()
  const agreed = new Map<number, number>()
  const add = (place: number, text: string, confidence: number) => {
    const word = made.get(place) ?? { text: '', confidences: [] }
    made.set(place, { text: word.text + text, confidences: [...word.confidences, confidence] })
  }
  for (const [at, block] of blocks.entries()) {
    const [last, next] = [blocks[at - 1]?.before.at(-1), blocks[at + 1]?.before[0]]
    if (isAgreed(block)) {
      for (const [index, letter] of block.before.entries()) {
        agreed.set(letter.place, (agreed.get(letter.place) ?? 0) + 1)
        const text = betterCase(letter, block.after[index]?.text ?? letter.text)
        add(letter.place, text, Math.max(letter.confidence, sure.agreed))
      }
    } else if (isBetter(block, last, next)) {
      for (const [index, { text, afterSpace }] of block.after.entries()) {
        const beside = afterSpace ? (next ?? last) : (last ?? next)
        const own = block.before[Math.floor((index * block.before.length) / block.after.length)] ?? beside
        if (own !== undefined) add(own.place, text, sure.corrected)
      }
    } else for (const { place, text, confidence } of block.before) add(place, text, confidence)
  }
  return new Map(
    [...made].flatMap(([place, { text, confidences }]) => {
      const word = words[place]
      // A result with few letters in common is another word.
      if (word === undefined || (agreed.get(place) ?? 0) < [...word.text].length * agreedMin) return []
      const confidence = confidences.reduce((sum, each) => sum + each, 0) / confidences.length
      return [[place, { ...word, text, confidence }] as const]
    }),
  )
}

/** Letters with higher confidence are never corrected. The limit for digits is lower. */
const correctedSureMax = { letters: 0.88, digits: 0.5 }
const correctedLettersMax = 8

/** The layer's letter. If only the case differs and our reader is confident, its letter stays. */
function betterCase({ text, confidence }: SeenLetter, other: string): string {
  const isCase = text !== other && text.toLowerCase() === other.toLowerCase()
  return isCase && confidence > correctedSureMax.letters ? text : other
}

/** Whether the layer is used instead of our reader for a block where they differ. */
function isBetter({ before, after }: Block, last?: SeenLetter, next?: SeenLetter): boolean {
  if (after.length === 0) return false
  const [was, is] = [textOf(before), textOf(after)]
  const sureness = Math.min(...[...before, last, next].map((letter) => letter?.confidence ?? 1))
  if (digitsOf(was) !== digitsOf(is)) {
    const isLikely = was.length === is.length && digitsOf(was).length === digitsOf(is).length
    return isLikely && sureness <= correctedSureMax.digits
  }
  if (before.length === 0) {
    if (after.length > 1) return false
    const isMark = /^[\p{P}\p{S}]$/u.test(is) && !/\d/.test(`${last?.text}${next?.text}`)
    return isMark || sureness <= correctedSureMax.letters
  }
  const isSmall = after.length <= correctedLettersMax && Math.abs(after.length - before.length) <= 1
  return isSmall && Math.min(...before.map((letter) => letter.confidence)) <= correctedSureMax.letters
}

const textOf = (letters: readonly { readonly text: string }[]) => letters.map(({ text }) => text).join('')
const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
