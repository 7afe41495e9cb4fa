import { expect, test } from 'vitest'
import { lineEndHyphen as hyphen, joinHyphenated } from './hyphens.ts'

const tex = 'LaTeX with hyperref pdfTeX-1.40.24'
const chrome = 'Chromium Skia/PDF m143'

test('a word hyphenated at a line break is joined at the end of the first line', () => {
  expect(joinHyphenated(`analysis to deploy${hyphen}\nment of it`, tex)).toBe('analysis to deployment\nof it')
  expect(joinHyphenated(`by imag${hyphen}\nination, and`, tex)).toBe('by imagination,\nand')
})

test('a hyphen of the word stays', () => {
  expect(joinHyphenated(`cloud${hyphen}\nnative tools`, tex)).toBe('cloud-native\ntools')
  expect(joinHyphenated(`customer${hyphen}\nminded work`, chrome)).toBe('customer-minded\nwork')
  expect(joinHyphenated(`B${hyphen}\nTree and 2020${hyphen}\n2021`, tex)).toBe('B-Tree\nand 2020-2021')
})

test('the other words of the page decide', () => {
  expect(joinHyphenated(`a hyper${hyphen}\nvisor, the hypervisor`, chrome)).toBe(
    'a hypervisor,\nthe hypervisor',
  )
  expect(joinHyphenated(`pair${hyphen}\nwise and pair-wise`, tex)).toBe('pair-wise\nand pair-wise')
})

test('one word that only a program breaks shows that the program hyphenates', () => {
  expect(joinHyphenated(`of thera${hyphen}\npies, by audit${hyphen}\ning all`, chrome)).toBe(
    'of therapies,\nby auditing\nall',
  )
  expect(joinHyphenated(`platform${hyphen}\nindependent, co${hyphen}\nedited`, chrome)).toBe(
    'platform-independent,\nco-edited',
  )
  expect(joinHyphenated(`Short${hyphen}\nened by in${hyphen}\nstances`, tex)).toBe('Shortened\nby instances')
  expect(joinHyphenated(`of thera${hyphen}\npies`, chrome, true)).toBe('of therapies')
})

test('a hyphen without two halves stays; a text without hyphens is unchanged', () => {
  expect(joinHyphenated(`end ${hyphen}`, tex)).toBe('end -')
  expect(joinHyphenated('plain - text', tex)).toBe('plain - text')
})

test('a page that is one endless word takes no time', () => {
  const started = performance.now()
  joinHyphenated(`${'a'.repeat(500_000)} ${hyphen}`, tex)
  expect(performance.now() - started).toBeLessThan(2_000)
})
