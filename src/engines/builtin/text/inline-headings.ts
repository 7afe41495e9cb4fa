import { bareHeading, chineseHeadingInside, headingCharactersMax, headingKind } from './headings.ts'
import { cutAt, type Line } from './lines.ts'
import { normalize } from './normalize.ts'
import { endsWithTitle } from './title.ts'

const sentenceEnd = /[.;!?:：。；！？][\s)）\]】]{0,3}/gu
/** The least number of words before a heading inside a sentence, unless a title precedes it. */
const wordsBeforeMin = 3

/** Cuts a run-on line with headings inside (`…其他工作。任职要求：1、…`) into one line per heading. */
export function cutAtHeadings(line: Line): Line[] {
  const { text } = line
  const places = [...text.matchAll(chineseHeadingInside)].map((match) => match.index)
  for (const colon of text.matchAll(/(?<=[a-z])\s?[:：]/giu)) {
    const place = englishHeadingBefore(text, colon.index)
    if (place !== undefined) places.push(place)
  }
  const cuts = places
    .map((at) => (/[【[（(]/u.test(text.charAt(at - 1)) ? at - 1 : at))
    .filter((at) => at > 0)
  return cuts.length === 0
    ? [line]
    : cutAt(
        line,
        [...new Set(cuts)].sort((a, b) => a - b),
      )
}

/**
 * Finds the start of the English heading that ends before a colon. Inside a sentence, it begins with a
 * capital and follows words that are not part of it: `Desired Technical Skills:` doesn't begin at
 * `Technical`.
 */
function englishHeadingBefore(text: string, colonAt: number): number | undefined {
  const from = Math.max(0, colonAt - headingCharactersMax)
  const near = text.slice(from, colonAt)
  let sentenceAt = 0
  for (const match of near.matchAll(sentenceEnd)) sentenceAt = match.index + match[0].length
  if (isHeading(near.slice(sentenceAt), false)) return from + sentenceAt
  const isLabelled = near.charAt(sentenceAt - 1) === ':' || /[:：]\s{0,3}$/u.test(near.slice(0, sentenceAt))
  for (const match of near.slice(sentenceAt).matchAll(/(?<=[\s(])[A-Z]/gu)) {
    const at = sentenceAt + match.index
    if (!isHeading(near.slice(at), false)) continue
    const before = near.slice(sentenceAt, at).trim()
    const wordsMin = isLabelled ? 1 : wordsBeforeMin
    if (endsWithTitle(before) || before.split(/\s+/u).length >= wordsMin) return from + at
    break
  }
  return isHeading(near.slice(sentenceAt), true) ? from + sentenceAt : undefined
}

function isHeading(text: string, isMarked: boolean): boolean {
  return headingKind(normalize(bareHeading(text)), { isMarked }) !== undefined
}
