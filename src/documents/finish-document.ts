import { cleanText } from './clean-text.ts'
import { noCharacters } from './page-characters.ts'
import type { PageText } from './page-reading.ts'
import type { PageReport } from './page-report.ts'
import { finishPage, joinPages, textLengthMax } from './read-pages.ts'
import { refuseDocument } from './refusals.ts'
import type { DocumentAnswer, SeenOrRead } from './tasks.ts'

/** Builds the text of a document from its pages and the recognised content of their pictures. */
export function finishDocument(
  pages: readonly SeenOrRead[],
  software: string,
): Extract<DocumentAnswer, { kind: 'text' }> {
  const texts = pages.map((each) => textOf(each, software))
  const text = joinPages(texts.map((each) => each.text))
  if (text.length > textLengthMax) throw refuseDocument('pdf_too_complex', '文字过多')
  const reports = pages.map((page, at) => reportOf(page, texts[at]))
  return { kind: 'text', text, reports }
}

function textOf({ page, seen }: SeenOrRead, software: string): PageText {
  if (page.kind === 'text' || seen === null) return finishPage(page, null, software)
  if (seen.kind === 'text') {
    return {
      text: cleanText(seen.text).trim(),
      confidence: null,
      readBy: 'ocr',
      doubtfulLines: [],
      unreadGlyphs: 0,
      unseenLetters: 0,
    }
  }
  const { reading } = page
  // The layer has the coordinates of the original page, and words those of the turned page.
  const turned = seen.turns === 0 ? reading : { ...reading, layer: noCharacters }
  const upright = seen.turns % 2 === 0 ? turned : { ...turned, width: reading.height, height: reading.width }
  return finishPage({ kind: 'picture', reading: upright }, seen.words, software)
}

/** The most doubtful lines reported for a page. */
const doubtfulLinesMax = 50

function reportOf({ page, seen }: SeenOrRead, text: PageText | undefined): PageReport {
  const { confidence = null, readBy = 'text', doubtfulLines = [], unreadGlyphs = 0 } = text ?? {}
  const inFile = page.kind === 'text' ? page.hiddenCharacters : page.reading.hiddenCharacters
  return {
    readBy: seen === null ? 'text' : readBy,
    model: seen === null || readBy === 'text' ? null : seen.model,
    confidence,
    hiddenCharacters: inFile + (text?.unseenLetters ?? 0),
    unreadGlyphs,
    isBlank: text === undefined || text.text === '',
    doubtfulLines: doubtfulLines.slice(0, doubtfulLinesMax),
  }
}
