import { expect, test } from 'vitest'
import { onePage, readPdf } from '../one-page.test-support.ts'
import {
  bar as left,
  linesFrom,
  title as name,
  type PlacedLine as Piece,
  main as right,
  textOf,
} from './two-columns.test-support.ts'

/** The text of pieces that are drawn in the given order. */
function read(pieces: readonly Piece[]): string {
  const shown = pieces.map(
    ([text, x, y, size = 10]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
  )
  const page = '/MediaBox [0 0 600 800]'
  return readPdf(onePage({ content: shown.join('\n'), page })).text
}

/** The same order for the same seed. */
function shuffled(pieces: readonly Piece[], seed: number): Piece[] {
  let state = seed
  const keyed = pieces.map((piece) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return [state, piece] as const
  })
  return keyed.sort(([a], [b]) => a - b).map(([, piece]) => piece)
}

test('columns that are drawn one after the other keep that order', () => {
  expect(read([name, ...left, ...right])).toBe(textOf([name], left, right))
  expect(read([name, ...right, ...left])).toBe(textOf([name], right, left))
})

test('columns that are drawn line by line across both are separated', () => {
  const across = [...left, ...right].sort(([, , a], [, , b]) => b - a)
  expect(read([name, ...across])).toBe(textOf([name], left, right))
})

test('an incoherent drawing order of columns is ignored', () => {
  for (let seed = 1; seed <= 20; seed++) {
    expect(read(shuffled([name, ...left, ...right], seed))).toBe(textOf([name], left, right))
  }
})

test('a title that is drawn last is read first, and columns under it from the left', () => {
  const small: Piece = ['Data engineer', 40, 742]
  expect(read([...right, ...left, name])).toBe(textOf([name], left, right))
  expect(read([...right, name, small, ...left])).toBe(textOf([name], [small], left, right))
  const titledLeft: Piece[] = [['Jane Doe', 40, 725, 16], ...left]
  expect(read([...right, ...titledLeft])).toBe(textOf(titledLeft, right))
})

test('columns that are drawn alternately, block by block, are separated; rows of a grid are not', () => {
  const blocks = (x: number, tops: readonly number[], word: string): Piece[][] =>
    tops.map((y, block) =>
      linesFrom(x, y, 14, ...['one', 'two', 'three', 'four'].map((line) => `${word} ${block + 1} ${line}`)),
    )
  const onLeft = blocks(40, [700, 615, 530], 'What is said at the left of block')
  const onRight = blocks(330, [651, 566, 481], 'What is said at the right of block')
  const [l1 = [], l2 = [], l3 = []] = onLeft
  const [r1 = [], r2 = [], r3 = []] = onRight
  expect(read([name, ...l1, ...r1, ...l2, ...r2, ...l3, ...r3])).toBe(textOf([name], ...onLeft, ...onRight))
  const level = blocks(330, [700, 615, 530], 'What is said at the right of block')
  const [g1 = [], g2 = [], g3 = []] = level
  const grid = [l1, g1, l2, g2, l3, g3]
  expect(read([name, ...grid.flat()])).toBe(textOf([name], ...grid))
})

const entries: Piece[] = [
  ['Principal Engineer', 40, 700],
  ['Moved forty nightly jobs to a streaming platform and cut the delay of all reports by hours', 40, 685],
  ['Data Engineer', 40, 650],
  ['Built a warehouse of twelve terabytes, with tests for each of its three hundred tables and', 40, 635],
]
const dates: Piece[] = [
  ['2021 - 2024', 460, 700],
  ['2017 - 2021', 460, 650],
]
const entriesWithDates = [
  'Principal Engineer 2021 - 2024',
  'Moved forty nightly jobs to a streaming platform and cut the delay of all reports by hours',
  'Data Engineer 2017 - 2021',
  'Built a warehouse of twelve terabytes, with tests for each of its three hundred tables and',
].join('\n')

test('dates at the margin are read beside their entry, in any drawing order', () => {
  expect(read([...entries, ...dates])).toBe(entriesWithDates)
  expect(read([...dates, ...entries])).toBe(entriesWithDates)
  for (let seed = 1; seed <= 10; seed++)
    expect(read(shuffled([...entries, ...dates], seed))).toBe(entriesWithDates)
})

const entry = linesFrom(40, 700, 14, 'Principal Engineer', 'Northwind Analytics')
const work = linesFrom(50, 672, 14, 'Moved forty nightly jobs to a streaming platform', 'and cut the delay')

test('dates and a place that are drawn as one cell are read beside the lines of their entry', () => {
  const cell = linesFrom(460, 700, 14, '2021 - 2024', 'Leeds')
  const beside = 'Principal Engineer 2021 - 2024\nNorthwind Analytics Leeds'
  expect(read([...entry, ...cell, ...work])).toBe(`${beside}\n${textOf(work)}`)
})

test('a floating margin cell that is drawn first is read beside its lines', () => {
  const float: Piece[] = [
    ['2021 - 2024', 460, 700],
    ['Leeds', 489, 686],
  ]
  const beside = 'Principal Engineer 2021 - 2024\nNorthwind Analytics Leeds'
  expect(read([...float, ...entry, ...work])).toBe(`${beside}\n${textOf(work)}`)
})

test('a cell of dates that reaches down to a list goes before it', () => {
  const [head = []] = [entry.slice(0, 1)]
  const list = linesFrom(50, 686, 14, '\x95 Moved forty nightly jobs to a streaming platform', '\x95 Led six')
  const cell = linesFrom(460, 700, 14, 'Leeds', '2021 - 2024', '3 years')
  const text = read([...head, ...list, ...cell])
  expect(text.replaceAll('•', '\x95')).toBe(`Principal Engineer Leeds\n2021 - 2024\n3 years\n${textOf(list)}`)
})

test('the cells of a row are read one after the other, also where one has two lines', () => {
  const row = (y: number): Piece[] => [
    ['2015 -', 40, y],
    ['2016', 40, y - 12],
    ['Big Data', 120, y],
    ['Analytics', 120, y - 12],
    ['Leeds', 300, y],
  ]
  const inRow = '2015 -\n2016\nBig Data\nAnalytics\nLeeds'
  expect(read([...row(700), ...row(670)])).toBe(`${inRow}\n${inRow}`)
})

test('bullets that are drawn after all text are read before their lines', () => {
  const lines = linesFrom(60, 700, 14, 'Moved forty nightly jobs', 'Led a team of six', 'Wrote the handbook')
  const bullets = lines.map(([, , y]): Piece => ['\x95', 48, y])
  const beside = '• Moved forty nightly jobs\n• Led a team of six\n• Wrote the handbook'
  expect(read([...lines, ...bullets])).toBe(beside)
  expect(read([...bullets, ...lines])).toBe(beside)
})

test('text at the foot is read last and the heading first, whatever the drawing order', () => {
  const foot: Piece = ['Page 1 of 1, all of it printed on paper', 40, 30]
  expect(read([foot, name, ...left])).toBe(textOf([name], left, [foot]))
  expect(read([...left, name])).toBe(textOf([name], left))
})

test('a table is read row by row', () => {
  const rows = [
    ['Kafka', 'Eight years', 'Daily'],
    ['Scala', 'Five years', 'Weekly'],
    ['Terraform', 'Two years', 'Monthly'],
  ].map((cells, row) => cells.map((cell, column): Piece => [cell, 40 + column * 150, 700 - row * 20]))
  const inRows = rows.map((row) => row.map(([text]) => text).join(' ')).join('\n')
  expect(read(rows.flat())).toBe(inRows)
  for (let seed = 1; seed <= 10; seed++) expect(read(shuffled(rows.flat(), seed))).toBe(inRows)
})

test('labels beside values of two lines keep the order in which they are drawn', () => {
  const cells: Piece[] = [
    ['Experience', 40, 693],
    ['Moved forty nightly jobs to a platform', 160, 700],
    ['and cut the delay of all reports', 160, 686],
    ['Education', 40, 653],
    ['Mathematics at the University of Leeds', 160, 660],
    ['and Computer Science in York', 160, 646],
    ['Languages', 40, 613],
    ['English from birth on, German well', 160, 620],
    ['enough for meetings', 160, 606],
    ['Interests', 40, 573],
    ['Fell running in all weathers and', 160, 580],
    ['amateur radio', 160, 566],
  ]
  expect(read(cells).replace(/\s+/g, ' ')).toBe(cells.map(([text]) => text).join(' '))
})

test('a rotated page is read like any other, and vertical text in its margin after it', () => {
  const content = 'BT /F1 10 Tf 0 1 -1 0 100 40 Tm (Jane Doe) Tj 0 1 -1 0 120 40 Tm (Engineer) Tj ET'
  expect(readPdf(onePage({ content })).text).toBe('Jane Doe\nEngineer')
  expect(readPdf(onePage({ content, page: '/Rotate 90' })).text).toBe('Jane Doe\nEngineer')
  const margin = 'BT /F1 10 Tf 40 100 Td (Jane Doe) Tj ET BT /F1 8 Tf 0 1 -1 0 20 40 Tm (2026) Tj ET'
  expect(readPdf(onePage({ content: margin })).text).toBe('Jane Doe\n2026')
})

test('too many pieces keep their drawing order and take no time', () => {
  const many = Array.from(
    { length: 4_000 },
    (_, index): Piece => ['x', (index * 37) % 560, (index * 53) % 790],
  )
  const started = performance.now()
  expect(read(many).replace(/\s/g, '')).toHaveLength(4_000)
  expect(performance.now() - started).toBeLessThan(5_000)
})
