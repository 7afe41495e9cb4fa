import { expect, test } from 'vitest'
import { noCharacters } from '../page-characters.ts'
import { readingOf } from '../page-reading.test-support.ts'
import type { PlacedWord } from '../page-reading.ts'
import { pageText } from '../page-text.ts'
import { bar, linesFrom, main, type PlacedLine, textOf, title } from './two-columns.test-support.ts'

const letterWidth = 5

/** The lines of a picture, given in the order in which OCR found them. */
function read(found: readonly PlacedLine[]): string {
  const words = found.flatMap(([text, left, bottom, height = 11]) => {
    let at = left
    return text.split(' ').map((word): PlacedWord => {
      const placed = {
        text: word,
        left: at,
        right: at + word.length * letterWidth,
        bottom,
        top: bottom + height,
      }
      at = placed.right + letterWidth
      return placed
    })
  })
  return pageText({ ...readingOf(noCharacters), picture: 'image' }, words, '').text
}

test('columns of a picture are read one after the other, in any order of their blocks', () => {
  const inOrder = textOf([title], bar, main)
  expect(read([title, ...bar, ...main])).toBe(inOrder)
  expect(read([...main, title, ...bar])).toBe(inOrder)
  expect(read([...bar.slice(0, 3), ...main, ...bar.slice(3), title])).toBe(inOrder)
  const across = [...bar, ...main].sort(([, , a], [, , b]) => b - a)
  expect(read([title, ...across])).toBe(inOrder)
})

test('places and dates at the margin that OCR took for a column are read on the lines of their entries', () => {
  const entries: PlacedLine[] = [
    ['Principal Engineer, Northwind Analytics', 40, 700],
    ['Moved forty nightly jobs to a streaming platform and cut the delay of all', 40, 685],
    ['Data Engineer, Harbour Logistics', 40, 650],
    ['Built a warehouse of twelve terabytes, with tests for each of the tables', 40, 635],
    ['Developer, Quayside Software', 40, 600],
    ['Maintained the billing engine, which handled a million of invoices a month', 40, 585],
  ]
  const margin: PlacedLine[] = [
    ['Leeds, UK', 505, 700],
    ['2021 - now', 500, 650],
    ['2017 - 2021', 495, 600],
  ]
  const [first = '', , second = '', , third = ''] = entries.map(([text]) => text)
  const inOrder = textOf(entries)
    .replace(first, `${first} Leeds, UK`)
    .replace(second, `${second} 2021 - now`)
    .replace(third, `${third} 2017 - 2021`)
  expect(read([...entries, ...margin])).toBe(inOrder)
  expect(read([...margin, ...entries])).toBe(inOrder)
})

test('a column of places that ends at the margin is not a side bar', () => {
  const prizes = Array.from({ length: 12 }, (_, index) => `Prize ${index + 1} of a contest for engineers`)
  const places = ['Leeds', 'Edinburgh', 'York', 'Manchester', 'Bath', 'London']
  const atMargin = places.map(
    (place, index): PlacedLine => [place, 560 - place.length * letterWidth, 700 - index * 13],
  )
  const inOrder = prizes.map((prize, index) => [prize, places[index]].filter(Boolean).join(' ')).join('\n')
  expect(read([...linesFrom(40, 700, 13, ...prizes), ...atMargin])).toBe(inOrder)
})

test('a table that OCR took for columns is read row by row', () => {
  const column = (left: number, ...cells: string[]) => linesFrom(left, 700, 14, ...cells)
  const columns = [
    column(40, 'Kafka', 'Scala', 'Terraform', 'Python', 'SQL'),
    column(190, 'Eight years', 'Five years', 'Two years', 'Nine years', 'Ten years'),
    column(340, 'Daily', 'Weekly', 'Monthly', 'Daily', 'Daily'),
  ]
  const rows = [0, 1, 2, 3, 4].map((row) => columns.map((cells) => cells[row]?.[0]).join(' '))
  expect(read(columns.flat())).toBe(rows.join('\n'))
})

test('headings in the middle divide the columns above them from those below', () => {
  const card = (left: number, bottom: number, word: string) =>
    linesFrom(
      left,
      bottom,
      13,
      `${word} Analytics`,
      `Engineer of ${word}`,
      `Spent years on what ${word} did every single night`,
      `and wrote down what ${word} has learned from it`,
      `Led a team of six engineers across ${word} as well`,
    )
  const [a, b, c, d] = [
    card(40, 700, 'Northwind'),
    card(330, 700, 'Harbour'),
    card(40, 580, 'Quayside'),
    card(330, 580, 'Kestrel'),
  ]
  const heading = (text: string, bottom: number): PlacedLine => [
    text,
    304 - (text.length * letterWidth) / 2,
    bottom,
  ]
  const [experience, projects] = [heading('Experience', 725), heading('Projects', 608)]
  const inOrder = textOf([experience], a, b, [projects], c, d)
  expect(read([...a, ...c, experience, projects, ...b, ...d])).toBe(inOrder)
})

test('a label between its lines keeps its place from OCR', () => {
  const text = ['主导仓储系统的重构', '与算法团队合作预测', '独立完成结构设计了']
  const block = (label: string, bottom: number): PlacedLine[] => [
    [label, 40, bottom - 15],
    ...text.map((line, index): PlacedLine => [label + line, 120, bottom - index * 15]),
  ]
  const above = linesFrom(
    40,
    780,
    15,
    ...Array.from({ length: 8 }, () => '求职意向和自我评价以及其他说明文字'),
  )
  const found = [...above, ...block('工作', 640)]
  expect(read(found).replaceAll(' ', '\n')).toBe(textOf(found))
})

test('a mark at the edge of a scan splits no column', () => {
  expect(read([title, ...bar, ...main, ['|', 590, 400]])).toBe(textOf([title], bar, main, [['|', 590, 400]]))
})
