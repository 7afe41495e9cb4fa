import { expect, test } from 'vitest'
import { listing, table } from './table.ts'

test('columns are aligned, numbers to the right', () => {
  const shown = table(
    ['NAME', { right: 'AMOUNT' }],
    [
      ['short', { right: '5' }],
      ['rather long', { right: '12345678' }],
    ],
  )
  expect(shown).toBe('NAME           AMOUNT\nshort               5\nrather long  12345678')
})

test('a Chinese character is two columns wide', () => {
  expect(
    table(
      ['A', 'B'],
      [
        ['生产', 'x'],
        ['prod', 'y'],
      ],
    ),
  ).toBe('A     B\n生产  x\nprod  y')
})

test('a table without rows has its heading', () => {
  expect(table(['A', 'B'], [])).toBe('A  B')
})

test('user input can neither control the terminal nor break a line', () => {
  expect(table(['A'], [['a\u001b[2J\r\nb\u202ec\u2028d']])).toBe('A\na [2J  b c d')
})

test('names and values', () => {
  expect(
    listing([
      ['a', '1'],
      ['bcd', '2'],
      ['e', ''],
    ]),
  ).toBe('a    1\nbcd  2\ne')
})
