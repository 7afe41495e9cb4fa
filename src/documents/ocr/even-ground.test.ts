import { expect, test } from 'vitest'
import { evenGround } from './even-ground.ts'

const size = 240

/** A picture of vertical strokes, 4 of 16 points wide. */
function strokes(ink: (x: number) => number, ground: (x: number) => number) {
  const grey = Uint8Array.from({ length: size * size }, (_, at) => {
    const x = at % size
    return x % 16 < 4 ? ink(x) : ground(x)
  })
  return { width: size, height: size, grey, scale: 1 }
}

function levels(picture: ReturnType<typeof strokes>): { ink: number; ground: number } {
  const { grey } = evenGround(picture)
  const row = grey.subarray(120 * size + 64, 120 * size + 176)
  // Edges are soft: the middle of the strokes, and what is well beside them.
  const inked = row.filter((_, x) => [1, 2].includes((x + 64) % 16))
  const rest = row.filter((_, x) => (x + 64) % 16 >= 6 && (x + 64) % 16 <= 13)
  return { ink: Math.max(...inked), ground: Math.min(...rest) }
}

test.each([
  [
    'black on white',
    strokes(
      () => 10,
      () => 250,
    ),
  ],
  [
    'pale grey on white',
    strokes(
      () => 160,
      () => 250,
    ),
  ],
  [
    'black in the shadow',
    strokes(
      (x) => 20 + x / 4,
      (x) => 140 + x / 4,
    ),
  ],
  [
    'white on a dark panel',
    strokes(
      () => 240,
      () => 60,
    ),
  ],
])('%s becomes dark on white', (_, picture) => {
  const { ink, ground } = levels(picture)
  expect(ink).toBeLessThan(100)
  expect(ground).toBeGreaterThan(220)
})

/** White with a rectangle of one shade, and inside it another. */
function shade([left, top, right, bottom]: readonly number[], grey: number, inside: (x: number) => number) {
  const isIn = (x: number, y: number) =>
    x >= Number(left) && x < Number(right) && y >= Number(top) && y < Number(bottom)
  const points = Uint8Array.from({ length: 600 * 600 }, (_, at) => {
    const [x, y] = [at % 600, Math.floor(at / 600)]
    return isIn(x, y) ? inside(x) || grey : 245
  })
  return { width: 600, height: 600, grey: points, scale: 1 }
}

test('white on a panel of a middle shade becomes dark on white', () => {
  const { grey } = evenGround(shade([100, 100, 500, 400], 160, (x) => (x % 16 < 4 ? 245 : 0)))
  const row = grey.subarray(250 * 600 + 192, 250 * 600 + 208)
  expect(Math.min(...row)).toBeLessThan(100)
  expect(Math.max(...row)).toBeGreaterThan(220)
})

test('a dense character of a title stays black, though it covers most of its neighbourhood', () => {
  const { grey } = evenGround(shade([250, 250, 350, 350], 20, (x) => (x % 12 < 3 ? 245 : 0)))
  const row = grey.subarray(300 * 600 + 256, 300 * 600 + 344)
  expect(row.filter((value) => value < 60).length).toBeGreaterThan(row.length * 0.5)
})

test('a picture of one point, and one narrower than the neighbourhood', () => {
  expect(evenGround({ width: 1, height: 1, grey: Uint8Array.of(90), scale: 1 }).grey).toEqual(
    Uint8Array.of(255),
  )
  expect(evenGround({ width: 3, height: 50, grey: new Uint8Array(150), scale: 1 }).grey).toHaveLength(150)
})

test('a bar that is lower than the neighbourhood is even, and its letters are dark', () => {
  const letters = (x: number) => x >= 120 && x < 240 && x % 12 < 3
  const [top, bottom] = [200, 250]
  const { grey } = evenGround(barWith(top, bottom, letters))
  const rows = (from: number, to: number) => grey.subarray(from * 600, to * 600)
  // Beside its edge, where the ground changes.
  expect(
    Math.min(...rows(top + 4, bottom - 4).filter((_, at) => at % 600 > 260 && at % 600 < 480)),
  ).toBeGreaterThan(220)
  expect(Math.min(...rows(bottom + 4, bottom + 40))).toBeGreaterThan(220)
  expect(Math.max(...rows(225, 226).filter((_, at) => letters(at) && at % 12 === 1))).toBeLessThan(100)
})

/** White, with a dark bar that has white letters of half its height. */
function barWith(top: number, bottom: number, isLetter: (x: number) => boolean) {
  const grey = Uint8Array.from({ length: 600 * 600 }, (_, at) => {
    const [x, y] = [at % 600, Math.floor(at / 600)]
    if (y < top || y >= bottom || x < 100 || x >= 500) return 245
    return isLetter(x) && Math.abs(y - (top + bottom) / 2) < (bottom - top) / 4 ? 245 : 60
  })
  return { width: 600, height: 600, grey, scale: 1 }
}

test('the dense letters of a long title stay black', () => {
  // Each letter covers most of its neighbourhood, and has a gap beside it.
  const { grey } = evenGround(shade([60, 250, 540, 330], 20, (x) => (x % 60 < 8 ? 245 : 0)))
  const row = grey.subarray(290 * 600 + 80, 290 * 600 + 520)
  expect(row.filter((value) => value < 60).length).toBeGreaterThan(row.length * 0.7)
})
