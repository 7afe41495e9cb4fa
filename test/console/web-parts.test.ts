import { expect, test } from 'vitest'
import { codeOf, ways } from '../../web/src/pages/playground/calls.ts'
import { dayEnd, dayStart } from '../../web/src/ui/date-range/day-start.ts'
import { segments } from '../../web/src/ui/marked-text/segments.ts'

/** Computations of the pages: days of a time zone, positions of quotes, code examples. */

test('a calendar day begins and ends by its time zone, also when clocks change', () => {
  expect(dayStart('2026-11-23', 'Asia/Shanghai')).toBe('2026-11-22T16:00:00.000Z')
  expect(dayEnd('2026-11-23', 'Asia/Shanghai')).toBe('2026-11-23T15:59:59.999Z')
  expect(dayStart('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
  expect(dayEnd('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T21:59:59.999Z')
  expect(dayStart('2026-10-25', 'Europe/Berlin')).toBe('2026-10-24T22:00:00.000Z')
  expect(dayEnd('2026-10-25', 'Europe/Berlin')).toBe('2026-10-25T22:59:59.999Z')
  // Local midnight is before the clock change, midnight in UTC is after it.
  expect(dayStart('2026-04-05', 'Pacific/Auckland')).toBe('2026-04-04T11:00:00.000Z')
  expect(dayStart('', 'UTC')).toBeUndefined()
  expect(dayEnd('', 'UTC')).toBeUndefined()
})

test('quotes are found in a text regardless of line breaks, and the shortest match is shown', () => {
  const text = 'Five years of\nTypeScript (and SQL) at a bank'
  const marks = [
    { id: 'long', quote: 'Five years of TypeScript (and SQL)' },
    { id: 'short', quote: 'TypeScript' },
    { id: 'absent', quote: 'Java' },
    { id: 'empty', quote: ' ' },
  ]
  const found = segments(text, marks)
  expect(found.map((part) => part.text).join('')).toBe(text)
  expect(found.map((part) => [part.text, part.mark?.id])).toEqual([
    ['Five years of\n', 'long'],
    ['TypeScript', 'short'],
    [' (and SQL)', 'long'],
    [' at a bank', undefined],
  ])
})

test('a mark with a known position is there, not at the first occurrence of its words', () => {
  const text = 'Go at Go Fish Ltd'
  const found = segments(text, [{ id: 'employer', quote: 'Go', start: 6 }])
  expect(found.map((part) => [part.text, part.mark?.id])).toEqual([
    ['Go at ', undefined],
    ['Go', 'employer'],
    [' Fish Ltd', undefined],
  ])
})

test('a call is shown completely in each format, with any text in it', () => {
  const body = { jd_text: `It's $& "quoted"\nand long` }
  const call = { path: '/jds/optimize', tool: 'jd_optimize', body }
  const codes = ways.map(({ way }) => codeOf(way, call, 'https://api.example.com', 'acme_'))
  for (const code of codes) expect(code).toContain('https://api.example.com/api/')
  const sent = /-d '([\s\S]*)'$/.exec(codes[3] ?? '')?.[1]?.replaceAll(`'"'"'`, "'") ?? ''
  expect(JSON.parse(sent).params).toEqual({ name: 'acme_jd_optimize', arguments: body })
  const file = {
    path: '/resumes/parse',
    tool: 'resume_parse',
    body: { fileDataUrl: '@file', fileName: "O'Hara" },
  }
  for (const { way } of ways) {
    expect(codeOf(way, file, 'https://api.example.com', '')).not.toContain('@file')
  }
})
