import { expect, test } from 'vitest'
import { levelPicture } from './level-picture.ts'

const size = 600

/** Lines of words, 10 of 30 points high, that fall by so many degrees to the right. */
function page(degrees: number) {
  const slope = Math.tan((degrees * Math.PI) / 180)
  const grey = Uint8Array.from({ length: size * size }, (_, at) => {
    const [x, y] = [at % size, Math.floor(at / size)]
    const row = y - x * slope
    const inside = x > 100 && x < 500 && y > 100 && y < 500
    return inside && x % 40 < 30 && ((row % 30) + 30) % 30 < 10 ? 0 : 255
  })
  return { width: size, height: size, grey, scale: 1 }
}

/** How many rows in the middle of a picture are white all along. */
function whiteRows({ grey }: ReturnType<typeof page>): number {
  const rows = Array.from({ length: 260 }, (_, row) =>
    grey.subarray((170 + row) * size + 150, (170 + row) * size + 450),
  )
  return rows.filter((row) => row.every((value) => value > 200)).length
}

test.each([-12, -5, 4, 9])('lines tilted by %i degrees are levelled', (degrees) => {
  expect(whiteRows(page(degrees))).toBe(0)
  expect(whiteRows(levelPicture(page(degrees)))).toBeGreaterThan(100)
})

test('a page that lies nearly straight, a blank one and one of dust stay as they are', () => {
  const straight = page(1.5)
  expect(levelPicture(straight)).toBe(straight)
  const blank = { ...straight, grey: new Uint8Array(size * size).fill(255) }
  expect(levelPicture(blank)).toBe(blank)
  let state = 7
  const dust = blank.grey.map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24 < 12 ? 0 : 255
  })
  const dusty = { ...blank, grey: dust }
  expect(levelPicture(dusty)).toBe(dusty)
})
