import { expect, test } from 'vitest'
import { turnPicture } from './turn-picture.ts'

const picture = { width: 3, height: 2, scale: 1, grey: Uint8Array.from([1, 2, 3, 4, 5, 6]) }

test.each([
  [0, 3, [1, 2, 3, 4, 5, 6]],
  [1, 2, [4, 1, 5, 2, 6, 3]],
  [2, 3, [6, 5, 4, 3, 2, 1]],
  [3, 2, [3, 6, 2, 5, 1, 4]],
] as const)('%i quarters to the right', (turns, width, grey) => {
  const turned = turnPicture(picture, turns)
  expect([...turned.grey]).toEqual(grey)
  expect([turned.width, turned.height]).toEqual([width, 6 / width])
})
