import { alignedBlocks } from '../align.ts'
import type { SeenWord } from '../tesseract/reader.ts'
import type { SeenCharacter } from './decode.ts'
import type { SeenLine } from './message.ts'

/** One character of Tesseract's reading: the word it is of, and how sure that is. */
interface First extends SeenCharacter {
  readonly place: number
}

/** No line of a resume has more; comparing both readings takes their product. */
const lettersMax = 1_000
const mark = /^[，,、。；;：:！？]$/

/**
 * Words of a line with the characters that the line model read instead of Tesseract's, where it is to be
 * believed, by their places in the list of words. Both readings are laid against each other; where they
 * agree, that is sure. A word stays where Tesseract saw it; one of which nothing is left is missing.
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
    // A mark belongs to the word before it: alone it would be taken for a bullet, or for dust.
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

/** How sure a character is at most that the other reader has not seen. */
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

/** Believed of the line model: from here on, a number where Tesseract doubts its own, and a mark more. */
const believedMin = { text: 0.5, number: 0.9, mark: 0.8 }
const doubtedMax = { number: 0.8, missed: 0.9 }

/** Whether what the line model read is believed rather than what Tesseract did. */
function isBetter({ before, after, beside, besideSure }: Block): boolean {
  const [was, is] = [textOf(before), textOf(after)]
  const wasSure = leastSure(before)
  const isSure = after.length > 0 ? leastSure(after) : besideSure
  // Nothing else looks like it; Tesseract takes it for digits.
  if (is.includes('@') && !was.includes('@')) return isSure > believedMin.text
  // Tesseract takes dashes between numbers for the Chinese one.
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
  /** The character before and the one behind, as they will be read. */
  readonly beside: string
  /** How sure the line model is of what it saw on both sides. */
  readonly besideSure: number
  readonly before: readonly First[]
  readonly after: readonly SeenCharacter[]
}

/** Both readings in parts: characters that agree, one by one, and what stands between them. */
function blocksOf(first: readonly First[], second: readonly SeenCharacter[]): Block[] {
  const blocks = alignedBlocks(first, second, (one, other) => folded(one) === folded(other))
  return blocks.map((block, at) => {
    const [left, right] = [blocks[at - 1]?.after.at(-1), blocks[at + 1]?.after[0]]
    const beside = (left?.text ?? ' ') + (right?.text ?? ' ')
    return { ...block, beside, besideSure: Math.min(left?.confidence ?? 1, right?.confidence ?? 1) }
  })
}
