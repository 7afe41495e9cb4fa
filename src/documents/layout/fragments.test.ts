import { expect, test } from 'vitest'
import { emptyCharacters } from '../page-characters.ts'
import { fragmentsOf } from './fragments.ts'

function isDated(text: string): boolean | undefined {
  const codePoints = Uint32Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  return fragmentsOf({ ...emptyCharacters(text.length), codePoints })[0]?.dated
}

test.each(['2019', 'Mar 2019 – Present', '(present)', '三月-至今', '至 Present'])('%s is a date', (text) => {
  expect(isDated(text)).toBe(true)
})

test.each(['Presentation skills', 'Represented the firm', 'Room 12019', 'Engineer'])(
  '%s is not a date',
  (text) => {
    expect(isDated(text)).toBe(false)
  },
)
