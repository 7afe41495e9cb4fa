import { expect, test } from 'vitest'
import { filesUnder, importsOf, isTest, packageOf, productFiles, readText, roomOf } from './sources.ts'

/** Every package has one owning room and one reason, which are listed in ARCHITECTURE.md. */

interface Owned {
  readonly name: string
  readonly room: string
  readonly why: string
}

const manifest = JSON.parse(readText('package.json'))
const shipped = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
const forDevelopment = Object.keys(manifest.devDependencies)
const [, table = '', development = ''] =
  /## Dependencies\n([\s\S]*?)\n\nOnly for development:([\s\S]*?)\n\n/.exec(readText('ARCHITECTURE.md')) ?? []
const owned: Owned[] = table.split('\n').flatMap((line) => {
  const [, packages = '', room = '', why = ''] = line.split('|').map((cell) => cell.trim())
  return quoted(packages).map((name) => ({ name, room, why }))
})

const imports = productFiles.flatMap(importsOf).flatMap(({ from, specifier }) => {
  const name = packageOf(specifier)
  return name === null ? [] : [{ from, name }]
})

test('every shipped package has a line in ARCHITECTURE.md, and every line has a package', () => {
  expect(owned.length).toBeGreaterThan(5)
  const names = owned.map(({ name }) => name)
  expect(
    shipped.filter((name) => !names.includes(name)),
    'add: | `package` | room | why |',
  ).toEqual([])
  expect(
    names.filter((name) => !shipped.includes(name)),
    'not in package.json',
  ).toEqual([])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(owned.filter(({ why }) => why.length < 5).map(({ name }) => name)).toEqual([])
})

test('every development package is named there too', () => {
  const names = quoted(development)
  expect(forDevelopment.filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => !forDevelopment.includes(name))).toEqual([])
})

test('a package is imported by its own room only', () => {
  expect(imports.length).toBeGreaterThan(5)
  const stray = imports.filter(
    ({ from, name }) => owned.find((line) => line.name === name)?.room !== roomOf(from),
  )
  expect(stray.map(({ from, name }) => `${from} imports ${name}`)).toEqual([])
})

/** The name of a platform's package is built at run time, so its scope or stem is sufficient. */
test('a room uses the packages that it owns', () => {
  const idle = owned.filter(({ name, room }) => {
    const folder = ['bin', 'web'].includes(room) ? room : `src/${room}`
    const files = filesUnder(folder, /\.(tsx?|mjs)$/).filter(({ path }) => !isTest(path))
    const stem =
      name in (manifest.optionalDependencies ?? {}) ? name.replace(/[/-](linux|darwin|win).*$/, '') : name
    return !files.some(({ text }) => text.includes(stem))
  })
  expect(idle.map(({ name, room }) => `${room} does not use ${name}`)).toEqual([])
})

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')
}
