import type { PagePicture } from '../../pdfium/render.ts'
import { inkIn } from './ink.ts'
import type { SeenWord } from './reader.ts'

/**
 * As shares of the word height: the width of the strip that contains a quotation mark, and its lowest ink.
 */
const strip = { width: 0.28, lowest: 0.6 }

/**
 * Removes quotation marks that Tesseract reads in the gap before Chinese words. A real mark has ink only in
 * the upper part of the line. A character also has ink further down.
 */
export function dropUnseenQuotes(words: readonly SeenWord[], picture: PagePicture): SeenWord[] {
  return words.map((word) => {
    const match = /^[“”](?=\p{Script=Han})/u.exec(word.text)
    if (match === null) return word
    const height = word.bottom - word.top
    const right = Math.ceil(word.left + height * strip.width)
    const ink = inkIn({ ...word, right }, picture)
    const lowest = ink.top + ink.height - word.top
    return lowest > height * strip.lowest ? { ...word, text: word.text.slice(1) } : word
  })
}
