import { expect, test } from 'vitest'
import type { PageReport } from './page-report.ts'
import { warningsOf } from './warnings.ts'

const sound: PageReport = {
  readBy: 'text',
  model: null,
  confidence: null,
  hiddenCharacters: 0,
  unreadGlyphs: 0,
  isBlank: false,
  doubtfulLines: [],
}
const briefly = (reports: readonly PageReport[], text: string) =>
  warningsOf(reports, text).map(({ code, page, count }) => [code, page, count])

test('a text with full confidence has no warning', () =>
  expect(warningsOf([sound, sound], 'Jane')).toEqual([]))

test('text missing on a page is reported with the page', () => {
  const pages = [
    { ...sound, hiddenCharacters: 7 },
    { ...sound, unreadGlyphs: 2 },
    { ...sound, isBlank: true },
  ]
  expect(briefly(pages, 'Jane')).toEqual([
    ['hidden_text_left_out', 1, 7],
    ['unread_glyphs', 2, 2],
    ['blank_page', 3, 1],
  ])
})

test('a text longer than the match limit is reported with its length in characters', () => {
  expect(briefly([sound], '😀'.repeat(12_000))).toEqual([])
  expect(briefly([sound], '😀'.repeat(12_001))).toEqual([['longer_than_match_limit', null, 12_001]])
})

test('doubtful lines list the name first, then contact data, at most 20', () => {
  const lines = ['Jane D0e', ...Array.from({ length: 30 }, (_, at) => `line ${at}`), 'jane@example.com']
  const [first, second] = warningsOf(
    [
      { ...sound, doubtfulLines: lines },
      { ...sound, doubtfulLines: lines },
    ],
    'Jane',
  )
  expect(first).toMatchObject({ code: 'low_confidence', page: 1, count: 32 })
  expect(first?.lines.slice(0, 3)).toEqual(['Jane D0e', 'jane@example.com', 'line 0'])
  expect(first?.lines).toHaveLength(20)
  expect(second?.lines.slice(0, 2)).toEqual(['jane@example.com', 'Jane D0e'])
})

test('a warning has the language of its text', () => {
  const blank = [{ ...sound, isBlank: true }]
  expect([warningsOf(blank, '简历')[0]?.message, warningsOf(blank, 'CV')[0]?.message]).toEqual([
    '这一页没有文字',
    'This page has no text',
  ])
})
