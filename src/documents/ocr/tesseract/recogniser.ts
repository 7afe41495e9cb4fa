import type { PlacedWord } from '../../page-reading.ts'
import type { PagePicture } from '../../pdfium/render.ts'
import type { DrawPage, QuarterTurns, Recogniser, SeenPage } from '../recogniser.ts'
import { seeBullets } from './bullets.ts'
import { mendWords } from './mend-words.ts'
import { beliefIn, densestBand, languageOf } from './probe.ts'
import { dropUnseenQuotes } from './quotes.ts'
import { placeMissed, readMissed } from './read-missed.ts'
import type { OcrLanguage, PictureReader, SeenWord } from './reader.ts'
import { lookAgain } from './second-look.ts'
import { dropSpecks } from './specks.ts'
import { straighten } from './straighten.ts'

/** A second reader for the lines that contain the words. */
export interface Refine {
  /** Returns the words of both readings combined; `model` is null if they are unchanged. */
  words(
    picture: PagePicture,
    words: readonly SeenWord[],
    signal: AbortSignal,
  ): Promise<{ readonly words: readonly SeenWord[]; readonly model: string | null }>
  /** The same, for doubtful e-mail addresses only. */
  readonly addresses: Refine['words']
  close(): Promise<void>
}

/** Upright text is read with more confidence than this, even in a bad scan. */
const uprightConfidenceMin = 0.5
const uprightLettersMin = 20

/** Reads pages with Tesseract. It reads one band of the page first, to detect rotation and language. */
export function createTesseractRecogniser(reader: PictureReader, refine?: Refine): Recogniser {
  return {
    provider: 'tesseract',
    pagesAtOnce: reader.picturesAtOnce,
    async recognise(draw, signal): Promise<SeenPage> {
      const { picture, language, turns } = await lookAt(reader, draw, signal)
      if (picture === null) return { kind: 'words', words: [], turns, model: reader.model }
      const { words: found, model } = await reader.read(picture, language, 'page', signal)
      const { words, missed } = await readMissed(reader, { picture, language, words: found }, signal)
      const seen = await lookAgain(reader, { picture, language, words }, signal)
      const text = { words: seen.filter(isText), model: null }
      // Of English pages only doubtful addresses need a second reader: Tesseract reads the rest well.
      const again = language === 'chi_sim' ? refine?.words : refine?.addresses
      const lines = again === undefined ? text : await again(picture, text.words, signal)
      const placedLines = placeMissed({ words: lines.words, missed })
      const signs = dropUnseenQuotes(seeBullets(placedLines, picture), picture)
      const mended = mendWords(dropSpecks(signs), language)
      const placedWords = straighten(mended).map((word) => placed(word, picture))
      const models = lines.model === null ? model : `${model}+${lines.model}`
      return { kind: 'words', words: placedWords, turns, model: models }
    },
    async close() {
      await Promise.all([reader.close(), refine?.close()])
    },
  }
}

interface Look {
  /** Null for a page without letters. */
  readonly picture: PagePicture | null
  readonly language: OcrLanguage
  readonly turns: QuarterTurns
  readonly letters: number
  readonly confidence: number
}

/** Tries quarter turns until the page is upright. If none is, it uses the turn with the most letters. */
async function lookAt(reader: PictureReader, draw: DrawPage, signal: AbortSignal): Promise<Look> {
  const asItIs = await lookAtTurned(reader, draw, 0, signal)
  if (asItIs.picture === null || isUpright(asItIs)) return asItIs
  let best = asItIs
  for (const turns of [2, 1, 3] as const) {
    const look = await lookAtTurned(reader, draw, turns, signal)
    if (look.letters > best.letters) best = look
    if (isUpright(look)) break
  }
  return best
}

function isUpright({ letters, confidence }: Look): boolean {
  return letters >= uprightLettersMin && confidence >= uprightConfidenceMin
}

async function lookAtTurned(
  reader: PictureReader,
  draw: DrawPage,
  turns: QuarterTurns,
  signal: AbortSignal,
): Promise<Look> {
  const picture = await draw({ turns, evened: true })
  const band = picture === null ? null : densestBand(picture)
  if (band === null) return { picture: null, language: 'eng', turns, letters: 0, confidence: 0 }
  const { words } = await reader.read(band, 'chi_sim', 'block', signal)
  return { picture, language: languageOf(words), turns, ...beliefIn(words) }
}

/**
 * Text with less confidence is dust, a photo or a table rule. Numbers are exempt, because Tesseract itself
 * gives them low confidence.
 */
const markConfidenceMin = 0.3
const letterConfidenceMin = 0.05

function isText({ text, confidence }: SeenWord): boolean {
  if (/\p{N}/u.test(text)) return true
  if (/\p{L}/u.test(text)) return confidence >= letterConfidenceMin
  return confidence >= markConfidenceMin && /[\p{P}\p{S}]/u.test(text)
}

/** Converts pixels from the top left corner to points from the bottom left corner. */
function placed(word: SeenWord, { height, scale }: PagePicture): PlacedWord {
  const { text, left, top, right, bottom, confidence } = word
  return {
    text,
    left: left / scale,
    right: right / scale,
    top: (height - top) / scale,
    bottom: (height - bottom) / scale,
    confidence,
  }
}
