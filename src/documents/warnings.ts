import { limits, type ParseWarning, parseWarning, warningLanguage } from '../contract/index.ts'
import { isContact } from './page-confidence.ts'
import type { PageReport } from './page-report.ts'

/** The most lines reported for a page, and the most characters of each line. */
const linesMax = 20
const lineLengthMax = 200

/** Warnings about the document's text, page by page. */
export function warningsOf(reports: readonly PageReport[], text: string): ParseWarning[] {
  const language = warningLanguage(text)
  const warnings = reports.flatMap((report, at) => warningsOfPage(report, at + 1, language))
  const characters = [...text].length
  return characters > limits.resumeTextCharactersMax
    ? [
        ...warnings,
        parseWarning('longer_than_match_limit', language, { page: null, count: characters, lines: [] }),
      ]
    : warnings
}

function warningsOfPage(
  { doubtfulLines, hiddenCharacters, unreadGlyphs, isBlank }: PageReport,
  page: number,
  language: 'zh' | 'en',
): ParseWarning[] {
  const warnings: ParseWarning[] = []
  if (doubtfulLines.length > 0) {
    const lines = importantFirst(doubtfulLines, page).slice(0, linesMax)
    const cut = lines.map((line) => [...line].slice(0, lineLengthMax).join(''))
    warnings.push(parseWarning('low_confidence', language, { page, count: doubtfulLines.length, lines: cut }))
  }
  const counts = [
    ['hidden_text_left_out', hiddenCharacters],
    ['unread_glyphs', unreadGlyphs],
    ['blank_page', Number(isBlank)],
  ] as const
  for (const [code, count] of counts)
    if (count > 0) warnings.push(parseWarning(code, language, { page, count, lines: [] }))
  return warnings
}

/** Sorts the name first (the first doubtful line of page 1), then contacts, then other lines. */
function importantFirst(lines: readonly string[], page: number): string[] {
  const rank = (line: string, at: number) => (page === 1 && at === 0 ? 0 : isContact(line) ? 1 : 2)
  return lines
    .map((line, at) => ({ line, rank: rank(line, at) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ line }) => line)
}
