import { expect, test } from 'vitest'
import { PrefixTree } from './prefix-tree.ts'

const words = ['a', 'ab', 'abc', 'b', 'bcd', '', 'é', '容器', '容器编排', '中', ...'cdefghijklm'].map(
  (word) => word,
)
const siblings = Array.from({ length: 300 }, (_, number) => String.fromCharCode(0x4e00 + 3 * number))
const tree = new PrefixTree(new Map([...words, ...siblings].map((word) => [word, `<${word}>`])))

function walk(word: string): number {
  let place = tree.first(word.charCodeAt(0))
  for (let at = 1; place !== 0 && at < word.length; at += 1) place = tree.next(place, word.charCodeAt(at))
  return place
}

test('each word is found at its end, regardless of shared prefixes', () => {
  for (const word of [...words, ...siblings].filter(Boolean))
    expect(tree.heldAt(walk(word))).toBe(`<${word}>`)
})

test('prefixes of words have no value; other texts have no path', () => {
  expect(tree.heldAt(walk('bc'))).toBe(undefined)
  expect(walk('bc')).not.toBe(0)
  expect(['x', 'abd', 'abcd', '容器编排x', '\u4e01', 'ê', '\uffff'].map(walk)).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('an empty tree has no path', () => {
  expect(new PrefixTree(new Map<string, string>()).first(97)).toBe(0)
})
