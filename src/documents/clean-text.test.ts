import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCharacter, cleanText } from './clean-text.ts'

test('no code point becomes a control character, a lone surrogate or an invisible character', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (codePoint) => {
      const text = cleanCharacter(codePoint)
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toMatch(/[\p{Cc}\p{Co}\p{Cs}]/u)
    }),
    { numRuns: 2_000 },
  )
  for (let codePoint = 0; codePoint < 0x300; codePoint++) {
    expect(cleanCharacter(codePoint)).not.toMatch(/\p{Cc}/u)
  }
})

test('letters stay as they are, Chinese marks too', () => {
  for (const character of 'aZé中，（￥①²€😀') {
    expect(cleanCharacter(character.codePointAt(0) ?? 0)).toBe(character)
  }
})

test('presentation forms become their letters', () => {
  const forms: Record<string, string> = {
    ﬁ: 'fi',
    ﬄ: 'ffl',
    '⼯': '工',
    '⻓': '长',
    '⻔': '门',
    '⼾': '户',
    '\uf900': '豈',
    '\u00ad': '-',
    '\u2011': '-',
  }
  for (const [form, letters] of Object.entries(forms)) {
    expect(cleanCharacter(form.codePointAt(0) ?? 0)).toBe(letters)
  }
  expect([0xa0, 0x3000, 0x2003, 0x09].map(cleanCharacter)).toEqual([' ', ' ', ' ', ' '])
  expect([0xf0b7, 0xe001, 0xfeff, 0x200b, 0xfffd].map(cleanCharacter)).toEqual(['•', '', '', '', ''])
})

test('a text keeps its line breaks and loses control characters', () => {
  expect(cleanText('a\u0000b\n\u001b[31mc\ud800d\ufdd0😀')).toBe('ab\n[31mcd😀')
})
