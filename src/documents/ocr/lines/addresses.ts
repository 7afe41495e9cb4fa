import type { SeenWord } from '../tesseract/reader.ts'
import { leastSure, textOf } from '../tesseract/second-reading.ts'
import type { SeenCharacter } from './decode.ts'

/** Tesseract reads @ also as Q, but seldom the end of an address wrongly. */
const mayBeAddress = /@|\.(com|cn|net|org|edu)$/i
const latin = /^[\x21-\x7e]+$/
const lengthMin = 8
/** As a share of the height. A narrower gap is within an address. */
const gapMax = 0.35

/** A full e-mail address in the line model's characters, after marks and icons. */
const address =
  /^[^\p{L}\p{N}]{0,3}([a-z0-9][\w.+-]{0,63}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,6})$/iu
/** The minimum confidence of each character of an address. */
const sureMin = 0.5
/** Tesseract's addresses with less confidence are read again. */
const doubtedMax = 0.85
const lengthChangeMax = 4

/**
 * Gives e-mail addresses lines of their own. The line model loses dots of an address in the middle of a long
 * line, and reads the same address alone without an error (figures: bench/README.md).
 */
export function addressesApart(words: readonly SeenWord[]): {
  readonly words: readonly SeenWord[]
  readonly lines: ReadonlySet<number>
} {
  const next = Math.max(0, ...words.map(({ line }) => line)) + 1
  const apart = [...words]
  const runs = addressRuns(words)
  for (const [no, places] of runs.entries()) {
    for (const place of places) {
      const word = words[place] as SeenWord
      apart.splice(place, 1, { ...word, right: endOf(word, words[place + 1]), line: next + no })
    }
  }
  return { words: apart, lines: new Set(runs.map((_, no) => next + no)) }
}

/** In Chinese text, the boxes of Latin words often overlap the next words. */
function endOf(word: SeenWord, next: SeenWord | undefined): number {
  return next === undefined || next.line !== word.line || next.left <= word.left
    ? word.right
    : Math.min(word.right, next.left)
}

/** The words of addresses that are in several words, doubtful, or not complete. */
export function doubtedAddresses(words: readonly SeenWord[]): readonly number[] {
  const isDoubted = (places: readonly number[]) => {
    const own = places.flatMap((place) => words[place] ?? [])
    return own.length > 1 || leastSure(own) < doubtedMax || !address.test(textOf(own))
  }
  return addressRuns(words).filter(isDoubted).flat()
}

/** The places of the words of each address. */
function addressRuns(words: readonly SeenWord[]): number[][] {
  const runs: number[][] = []
  for (let at = 0; at < words.length; at++) {
    if (!isPart(words[at])) continue
    const run = [at]
    while (isPart(words[at + 1]) && isClose(words[at], words[at + 1])) {
      at += 1
      run.push(at)
    }
    const text = textOf(run.flatMap((place) => words[place] ?? []))
    if (text.length >= lengthMin && mayBeAddress.test(text)) runs.push(run)
  }
  return runs
}

const isPart = (word: SeenWord | undefined) =>
  word !== undefined && latin.test(word.text) && /[a-z\d]/i.test(word.text)

function isClose(before: SeenWord | undefined, word: SeenWord | undefined): boolean {
  if (before === undefined || word === undefined || before.line !== word.line) return false
  const gap = word.left - before.right
  return Math.abs(gap) < gapMax * (word.bottom - word.top)
}

/**
 * The address that the line model read where Tesseract read a text of this length. Null if it isn't a full
 * one, doubtful, or much longer or shorter: it may contain ink beside it.
 */
export function addressIn(characters: readonly SeenCharacter[], length: number): SeenCharacter | null {
  const found = address.exec(characters.map(({ text }) => text).join(''))?.[1]
  if (found === undefined || Math.abs(found.length - length) > lengthChangeMax) return null
  const own = characters.slice(-found.length)
  const confidences = own.map(({ confidence }) => confidence)
  if (Math.min(...confidences) < sureMin) return null
  return { text: found, confidence: confidences.reduce((sum, each) => sum + each, 0) / own.length }
}
