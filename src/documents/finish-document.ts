import { cleanText } from './clean-text.ts'
import { finishPage, joinPages, textLengthMax } from './read-pages.ts'
import { refuseDocument } from './refusals.ts'
import type { DocumentAnswer, SeenOrRead } from './tasks.ts'

/** The text of a document out of its pages, and out of what was seen in their pictures. */
export function finishDocument(
  pages: readonly SeenOrRead[],
  software: string,
): Extract<DocumentAnswer, { kind: 'text' }> {
  const text = joinPages(pages.map((each) => textOf(each, software)))
  if (text.length > textLengthMax) throw refuseDocument('pdf_too_complex', '文字过多')
  const hiddenCharacters = pages.reduce((sum, { page }) => sum + hiddenIn(page), 0)
  return { kind: 'text', text, hiddenCharacters }
}

function textOf({ page, seen }: SeenOrRead, software: string): string {
  if (page.kind === 'text' || seen === null) return finishPage(page, null, software)
  if (seen.kind === 'text') return cleanText(seen.text).trim()
  const { reading } = page
  const upright =
    seen.turns % 2 === 0 ? reading : { ...reading, width: reading.height, height: reading.width }
  return finishPage({ kind: 'picture', reading: upright }, seen.words, software)
}

function hiddenIn(page: SeenOrRead['page']): number {
  return page.kind === 'text' ? page.hiddenCharacters : page.reading.hiddenCharacters
}
