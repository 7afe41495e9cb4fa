import { expect, test } from 'vitest'
import type { Box } from '../layout/box.ts'
import type { Surface } from './page-objects.ts'
import { touches } from './plain-ground.ts'
import { surfaceFinder } from './surface-finder.ts'

/** Numbers from 0 up to 1 that are the same in every run. */
function chance(): () => number {
  let state = 7
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function boxes(count: number, sizeMax: number): Box[] {
  const next = chance()
  return Array.from({ length: count }, () => {
    const [left, bottom] = [next() * 600, next() * 800]
    return { left, bottom, right: left + next() * sizeMax, top: bottom + next() * sizeMax }
  })
}

function drawn(all: readonly Box[]): Surface[] {
  return all.map((box, at) => ({ object: at, kind: 'fill', order: at * 2, box, colour: null }))
}

test.each([5, 40, 900])('finds the same as a linear search among %i surfaces', (count) => {
  const surfaces = drawn(boxes(count, 60))
  const find = surfaceFinder(surfaces)
  for (const box of boxes(500, 12)) {
    const isOdd = (surface: Surface) => surface.order % 3 > 0 && touches(surface.box, box)
    expect(find(box, isOdd)).toBe(surfaces.findLast(isOdd))
  }
})

test('a point on an edge is on the surface', () => {
  const surfaces = drawn(boxes(100, 30))
  const [first] = surfaces
  const { left = 0, bottom = 0 } = first?.box ?? {}
  const corner = { left, bottom, right: left, top: bottom }
  expect(surfaceFinder(surfaces)(corner, (surface) => surface === first)).toBe(first)
})

test('surfaces elsewhere or stacked on each other are skipped', () => {
  let asked = 0
  const questions = boxes(1_000, 10)
  const askAll = (surfaces: readonly Surface[]) => {
    const find = surfaceFinder(surfaces)
    for (const box of questions) {
      find(box, (surface) => {
        asked += 1
        return touches(surface.box, box)
      })
    }
  }
  askAll(drawn(boxes(19_000, 3)))
  askAll(drawn(Array.from({ length: 19_000 }, () => ({ left: 0, bottom: 0, right: 700, top: 900 }))))
  expect(asked).toBeLessThan(200_000)
})
