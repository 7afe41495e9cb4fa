import { expect, test } from 'vitest'
import { filesUnder, importsOf, packageOf, place, readText } from './sources.ts'

/** The rules for the folders and files of the web client. */

const files = filesUnder('web/src', /\.tsx?$/).filter(({ path }) => !/\.(generated|d)\.ts$/.test(path))
const styles = filesUnder('web/src', /\.css$/)
const imports = files.flatMap(importsOf)
const owned = [...readText('ARCHITECTURE.md').matchAll(/^\| (.+) \| web \|/gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
)

test('there are files to check', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(owned.length).toBeGreaterThan(4)
})

test('the client imports only the contract of the service', () => {
  const outward = imports.filter(({ target }) => target !== null && !target.startsWith('web/src/'))
  const stray = outward.filter(({ target }) => target !== 'src/contract/index.ts')
  expect(stray.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([])
})

test('the client imports its own packages only', () => {
  const names = imports.map(({ from, specifier }) => ({ from, name: packageOf(specifier) }))
  const stray = names.filter(({ name }) => name !== null && !owned.includes(name))
  expect(stray.map(({ from, name }) => `${from} imports ${name}`)).toEqual([])
})

test("a page and a shared part have their own folders, and pages don't import each other", () => {
  const loose = files.filter(({ path }) => /^web\/src\/pages\/[^/]+$/.test(path))
  expect(loose.map(({ path }) => path)).toEqual([])
  const pageOf = (path: string) => /^web\/src\/pages\/([^/]+)\//.exec(path)?.[1]
  const across = imports.filter(({ from, target }) => {
    const other = pageOf(target ?? '')
    return pageOf(from) !== undefined && other !== undefined && other !== pageOf(from)
  })
  expect(across.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([])
})

test('parts import no page, and the layout imports only what it shows', () => {
  const stray = imports.filter(
    ({ from, target }) => from.startsWith('web/src/ui/') && /^web\/src\/(pages|layout)\//.test(target ?? ''),
  )
  expect(stray.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([])
})

test('the median file has fewer than 100 lines', () => {
  const lengths = files.map(({ text }) => text.split('\n').length).sort((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(100)
})

test.each([
  ['HTML as text', /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write/g],
  ['another host', /https?:\/\/(?!www\.w3\.org\/)/g],
  ['work with a cookie', /document\.cookie/g],
])('no %s', (_, pattern) => {
  const found = files.flatMap((file) =>
    [...file.text.matchAll(pattern)].map((match) => `${place(file, match.index)}: ${match[0]}`),
  )
  expect(found).toEqual([])
})

test('colours are defined in styles.css only', () => {
  const found = styles
    .filter(({ path }) => path !== 'web/src/styles.css')
    .flatMap((file) =>
      [...file.text.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi)].map((match) =>
        place(file, match.index),
      ),
    )
  expect(found, 'use a token').toEqual([])
})
