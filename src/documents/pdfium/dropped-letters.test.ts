import { expect, test } from 'vitest'
import { onePage, readPdf } from '../one-page.test-support.ts'

/** Widths of Helvetica, in thousandths. */
const widths: Readonly<Record<string, number>> = {
  ...{ ':': 278, '/': 278, '.': 278, ' ': 278, S: 667 },
  ...{ f: 278, i: 222, j: 222, l: 222, s: 500, t: 278 },
}
const size = 16

interface Letter {
  readonly letter: string
  readonly x: number
  readonly y: number
}

function lettersOf(text: string, spacing = -0.3): Letter[] {
  let x = 20
  return [...text].map((letter) => {
    const at = x
    x += ((widths[letter] ?? 556) / 1000) * size + spacing
    return { letter, x: at, y: 60 }
  })
}

/** Each letter as a text object, as Chromium draws letter-spaced text in a font without an italic style. */
function drawn(letters: readonly Letter[], slant = 0.35): string {
  const texts = letters.map(({ letter, x, y }) => `1 0 ${slant} -1 ${x} ${y} Tm (${letter}) Tj`)
  return `.75 0 0 -.75 0 200 cm BT /F1 ${size} Tf ${texts.join(' ')} ET`
}

const moved = (letters: readonly Letter[], by: number, up = 0) =>
  letters.map(({ letter, x, y }) => ({ letter, x: x + by * size, y: y - up * size }))

test.each(['See https://github.io', 'fill ill still all', 'a/// lll b', '://'])(
  'slanted letters drawn one by one are complete: %s',
  (text) => {
    expect(readPdf(onePage({ content: drawn(lettersOf(text)) }))).toEqual({ text, hidden: 0 })
    expect(readPdf(onePage({ content: drawn(lettersOf(text, 0.3)) }))).toEqual({ text, hidden: 0 })
  },
)

test('the letters are complete in a form and on a page that is turned', () => {
  const text = 'https://all.jobs'
  const content = drawn(lettersOf(text))
  const entries =
    '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Matrix [.5 0 0 .5 30 40]' +
    ' /Resources << /Font << /F1 3 0 R >> >>'
  const inForm = { resources: '/XObject << /X0 6 0 R >>', more: [{ entries, bytes: Buffer.from(content) }] }
  expect(readPdf(onePage({ content: '/X0 Do', ...inForm })).text).toBe(text)
  expect(readPdf(onePage({ content, page: '/Rotate 90' })).text).toBe(text)
})

test.each([0, 0.35])('letters drawn twice as bold are read once, with a slant of %s', (slant) => {
  const letters = lettersOf('fill all https://')
  const copies = moved(letters, 0.03)
  const inTurn = letters.flatMap((letter, at) => [letter, copies[at] ?? letter])
  const text = 'fill all https://'
  expect(readPdf(onePage({ content: drawn(inTurn, slant) })).text).toBe(text)
})

test.each([0, 0.35])(
  'a word of few letters drawn twice as bold is read once, with a slant of %s',
  (slant) => {
    for (const text of ['ill', '://', 'lll', '////']) {
      const letters = lettersOf(text)
      const content = drawn([...letters, ...moved(letters, 0.03)], slant)
      expect(readPdf(onePage({ content })).text).toBe(text)
    }
  },
)

test.each([0, 0.35])(
  'letters that are drawn again beside themselves are not added, with a slant of %s',
  (slant) => {
    const letters = lettersOf('tool')
    const shadows = moved(letters, 0.16)
    const inTurn = letters.flatMap((letter, at) => [shadows[at] ?? letter, letter])
    expect(readPdf(onePage({ content: drawn(inTurn, slant) })).text).toBe(slant === 0 ? 'ttooll' : 'tool')
  },
)

test('a hidden letter stays hidden', () => {
  const [first, second] = lettersOf('tt')
  if (!first || !second) throw new Error('two letters')
  const content = `${drawn([first], 0.6)} BT 3 Tr /F1 ${size} Tf 1 0 .6 -1 ${second.x} ${second.y} Tm (t) Tj ET`
  expect(readPdf(onePage({ content }))).toEqual({ text: 't', hidden: 1 })
})
