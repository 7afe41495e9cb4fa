import { alignedBlocks } from '../align.ts'
import type { SeenWord } from '../tesseract/reader.ts'
import type { SeenCharacter } from './decode.ts'
import type { SeenLine } from './message.ts'

/** A character of Tesseract's reading, with the index and confidence of its word. */
interface First extends SeenCharacter {
  readonly place: number
}

/** No line of a resume is longer. Aligning both readings takes the product of their lengths. */
const lettersMax = 1_000
const mark = /^[，,、。；;：:！？]$/

/**
 * Combines Tesseract's words of a line with the characters of the line model. Both readings are aligned.
 * Where they agree, the higher confidence applies. Where they differ, `isBetter` selects the reading. A
 * word keeps Tesseract's place; a word without characters left is removed. The result is keyed by word
 * index.
 */
export function combined(
  words: readonly SeenWord[],
  { places, characters }: SeenLine,
): ReadonlyMap<number, SeenWord> {
  const first = places.flatMap((place) => lettersOf(words[place], place))
  if (first.length > lettersMax) return new Map(places.flatMap((at) => (words[at] ? [[at, words[at]]] : [])))
  const result = new Map<number, { text: string; confidences: number[] }>()
  for (const place of places) result.set(place, { text: '', confidences: [] })
  let last: number | undefined
  const add = (place: number, { text, confidence }: SeenCharacter) => {
    // A mark belongs to the word before it. Alone it would be taken for a bullet or dust.
    const at = mark.test(text) && last !== undefined && result.get(place)?.text === '' ? last : place
    const word = result.get(at)
    if (word === undefined) return
    word.text += text
    word.confidences.push(confidence)
    last = at
  }
  let place = places[0] ?? 0
  for (const block of blocksOf(first, characters)) {
    const { before, after } = block
    if (agree(before, after)) {
      const [one, other] = [before[0], after[0]]
      if (one === undefined || other === undefined) continue
      place = one.place
      add(place, { text: one.text, confidence: Math.max(one.confidence, other.confidence) })
      continue
    }
    if (isBetter(block)) {
      for (const [index, character] of after.entries()) {
        const nearest = before[Math.floor((index * before.length) / after.length)]
        place = nearest?.place ?? place
        add(place, character)
      }
      continue
    }
    for (const character of before) {
      place = character.place
      add(place, { ...character, confidence: Math.min(character.confidence, doubted) })
    }
  }
  return new Map(
    places.flatMap((at) => {
      const [word, made] = [words[at], result.get(at)]
      if (word === undefined || made === undefined || made.text === '') return []
      return [[at, { ...word, text: made.text, confidence: mean(made.confidences) }] as const]
    }),
  )
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The highest confidence of a character that the line model didn't read. */
const doubted = 0.6

function lettersOf(word: SeenWord | undefined, place: number): First[] {
  if (word === undefined) return []
  return [...word.text].map((text) => ({ text, confidence: word.confidence, place }))
}

const folded = ({ text }: SeenCharacter) => text.normalize('NFKC').toLowerCase()

function agree(before: readonly First[], after: readonly SeenCharacter[]): boolean {
  const [one, other] = [before[0], after[0]]
  return before.length === 1 && after.length === 1 && one && other ? folded(one) === folded(other) : false
}

const textOf = (characters: readonly SeenCharacter[]) => characters.map(({ text }) => text).join('')
const leastSure = (characters: readonly SeenCharacter[]) =>
  Math.min(1, ...characters.map(({ confidence }) => confidence))

/**
 * The minimum confidence for the line model's characters. Numbers also need a doubtful reading by
 * Tesseract.
 */
const believedMin = { text: 0.5, number: 0.9, mark: 0.8 }
const doubtedMax = { number: 0.8, missed: 0.9 }

/** Whether the line model's reading replaces Tesseract's. */
function isBetter({ before, after, beside, besideSure }: Block): boolean {
  const [was, is] = [textOf(before), textOf(after)]
  const wasSure = leastSure(before)
  const isSure = after.length > 0 ? leastSure(after) : besideSure
  // No other sign looks like @. Tesseract reads it as digits.
  if (is.includes('@') && !was.includes('@')) return isSure > believedMin.text
  // Tesseract reads dashes between numbers as the Chinese numeral 一.
  if (was === '一' && /^[-–—~]$/.test(is) && /^\d/.test(beside)) return true
  if (/^[\da-z]$/i.test(was) && /^[\da-z]$/i.test(is) && /\d/.test(was) !== /\d/.test(is)) {
    const [besideLetter, besideDigit] = [/[a-z]/i.test(beside), /\d/.test(beside)]
    if (besideLetter !== besideDigit) return /\d/.test(is) === besideDigit
  }
  if (digitsOf(was) !== digitsOf(is)) return isSure > believedMin.number && wasSure < doubtedMax.number
  if (after.length === 0) return wasSure < doubtedMax.missed
  if (was === '' && !/[\p{L}\p{N}]/u.test(is)) return isSure > believedMin.mark
  return isSure > believedMin.text
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

interface Block {
  /** The final characters before and after the block. */
  readonly beside: string
  /** The line model's lower confidence of these two characters. */
  readonly besideSure: number
  readonly before: readonly First[]
  readonly after: readonly SeenCharacter[]
}

/** Splits both readings into blocks: single characters that agree, and the differences between them. */
function blocksOf(first: readonly First[], second: readonly SeenCharacter[]): Block[] {
  const blocks = alignedBlocks(first, second, (one, other) => folded(one) === folded(other))
  return blocks.map((block, at) => {
    const [left, right] = [blocks[at - 1]?.after.at(-1), blocks[at + 1]?.after[0]]
    const beside = (left?.text ?? ' ') + (right?.text ?? ' ')
    return { ...block, beside, besideSure: Math.min(left?.confidence ?? 1, right?.confidence ?? 1) }
  })
}
