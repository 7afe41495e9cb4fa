import { normalize } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'
import { monthSpans } from '../read/dates.ts'
import { type CueHit, findCues } from './cues.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A part of a sentence between commas, colons and cell borders. */
export interface Segment {
  readonly start: number
  readonly end: number
}

/** A sentence, list item or table row, prepared for reading stances. */
export interface Sentence {
  /** The original text. */
  readonly text: string
  readonly norm: string
  readonly tokens: readonly Token[]
  readonly segments: readonly Segment[]
  readonly cues: readonly CueHit[]
  /** The positions of vocabulary concepts and titles. */
  readonly things: readonly Segment[]
  /** It contains a date span. */
  readonly isDated: boolean
  /** It mostly lists names. */
  readonly isList: boolean
}

const sentenceEnd =
  /[。！？!?；;]+|(?<=[a-z0-9)%][.])(?<!\b(?:mr|mrs|ms|dr|st|inc|ltd|corp|approx|incl|[bm]\.(?:sc|eng|ed|com))\.)\s{1,9}(?=[A-Z])/giu
const cells = /\t| {2,}/gu
/** Maximum length that is read of a quote. */
const charactersMax = 1_200

/** The sentences of a quote. */
export function readSentences(quote: string): Sentence[] {
  const text = quote.slice(0, charactersMax)
  const found: Sentence[] = []
  let from = 0
  for (const { index, 0: sign } of [...text.matchAll(sentenceEnd), { index: text.length, 0: '' }]) {
    const part = text.slice(from, index + sign.length)
    from = index + sign.length
    if (part.trim() !== '') found.push(readSentence(part.trim()))
  }
  return found
}

function readSentence(text: string): Sentence {
  const norm = normalize(text)
    .replace(cells, (gap) => `|${' '.repeat(gap.length - 1)}`)
    .replace(/[^\S ]/gu, ' ')
  const { concepts, titles } = vocabulary().findAll(norm, text)
  const tokens = tokensOf(norm)
  const cues = findCues(norm)
  const segments = segmentsOf(norm, cues)
  const isDated = monthSpans(norm, 0).length > 0
  const things = [...concepts, ...titles]
  return { text, norm, tokens, segments, cues, things, isDated, isList: !isDated && isListOf(norm, tokens) }
}

const boundary = /[，；;|｜：]|,(?!\d)|:(?!\d)|\s[–—-]\s|[()（）]|\.\s/gu

function segmentsOf(norm: string, cues: readonly CueHit[]): Segment[] {
  const edges = new Set([0, norm.length])
  for (const { index, 0: sign } of norm.matchAll(boundary)) edges.add(index + sign.length)
  for (const { classes, start } of cues) if (classes.includes('contrast')) edges.add(start)
  const sorted = [...edges].sort((a, b) => a - b)
  return sorted.slice(1).map((end, at) => ({ start: sorted[at] ?? 0, end }))
}

/** True for names separated by commas with few other words. */
function isListOf(norm: string, tokens: readonly Token[]): boolean {
  const parts = norm.split(/[,，、;；|/]/u).length
  return parts >= 3 && tokens.length / parts <= 2.5
}
