import type { PagePicture } from '../../pdfium/render.ts'
import { inkIn } from './ink.ts'
import type { SeenWord } from './reader.ts'

/** Of the height of a word: the width of the strip for its quotation mark, and how low such a mark ends. */
const strip = { width: 0.28, lowest: 0.6 }

/**
 * Chinese words without the quotation mark that Tesseract sees in the gap before them: a mark has ink of its
 * own, and only in the upper half of the line; a character has some below.
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
