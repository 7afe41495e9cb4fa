import { expect, test } from 'vitest'
import { composition, entryFiles, knowHttp, mayImport } from './arrows.ts'
import {
  circlesOf,
  exists,
  type Import,
  importsOf,
  isTest,
  outsideFiles,
  productFiles,
  roomOf,
  rooms,
  sourceFiles,
} from './sources.ts'

const imports = productFiles.flatMap(importsOf)
const entryOf = (room: string) => `src/${room}/${entryFiles[room] ?? 'index.ts'}`

test('there are files to check', () => {
  expect(productFiles.length).toBeGreaterThan(50)
  expect(imports.length).toBeGreaterThan(150)
  expect(rooms.length).toBeGreaterThan(8)
})

test('every room is listed in the arrows', () => {
  const unknown = rooms.filter((room) => !(room in mayImport) && !composition.includes(room))
  expect(unknown, 'add these rooms to test/architecture/arrows.ts').toEqual([])
})

test('imports follow the arrows', () => {
  const stray = imports
    .filter(leavesRoom)
    .filter(({ from, target }) => !isAllowed(roomOf(from), roomOf(target ?? '')))
  expect(stray.map(shown), 'the room of the first file may not import the second: see arrows.ts').toEqual([])
})

test('no arrow is unused', () => {
  const used = new Set(
    imports.filter(leavesRoom).map(({ from, target }) => `${roomOf(from)} → ${roomOf(target ?? '')}`),
  )
  const drawn = Object.entries(mayImport)
    .filter(([room]) => rooms.includes(room))
    .flatMap(([room, others]) =>
      others.filter((other) => rooms.includes(other)).map((other) => `${room} → ${other}`),
    )
  expect(
    drawn.filter((arrow) => !used.has(arrow)),
    'nobody uses these arrows any more: take them out of arrows.ts',
  ).toEqual([])
})

test('there are no import cycles', () => {
  expect(circlesOf(imports.map(({ from, target }) => [from, target ?? '']))).toEqual([])
})

test("two sibling folders don't import each other in both directions", () => {
  expect(circlesOf(imports.flatMap(({ from, target }) => folderArrow(from, target ?? '')))).toEqual([])
})

test('another room is imported through its index.ts', () => {
  const everywhere = [...sourceFiles, ...outsideFiles].flatMap(importsOf)
  const inside = everywhere.filter(({ from, target }) => {
    if (target === null || !target.startsWith('src/') || target.split('/').length < 3) return false
    if (from.startsWith('src/') && roomOf(from) === roomOf(target)) return false
    // Support files of a room's tests, such as generated scans, are also used by tests and benchmarks
    // elsewhere.
    if (!from.startsWith('src/') && target.endsWith('.test-support.ts')) return false
    return target !== entryOf(roomOf(target)) && !target.endsWith('.json')
  })
  expect(inside.map(shown), "import the room's index.ts, and export there what others may use").toEqual([])
})

test('the product imports no test, tool, benchmark or example', () => {
  const outward = imports.filter(
    ({ target }) => target !== null && (!target.startsWith('src/') || isTest(target)),
  )
  const allowed = outward.filter(({ target }) => target !== 'package.json')
  expect(allowed.map(shown)).toEqual([])
})

test('every relative import names an existing file with its extension', () => {
  const broken = [...sourceFiles, ...outsideFiles]
    .flatMap(importsOf)
    .filter(({ target }) => target !== null && !(exists(target) && /\.\w+$/.test(target)))
  expect(broken.map(shown)).toEqual([])
})

test('the contract imports only its schema library, so that a browser can load it', () => {
  const others = imports.filter(({ from, target }) => roomOf(from) === 'contract' && target === null)
  const foreign = others.filter(({ specifier }) => !/^typebox(\/|$)/.test(specifier))
  expect(foreign.map(shown)).toEqual([])
})

test('only the doors know HTTP', () => {
  const http = imports.filter(({ specifier }) => /^(node:https?2?|fastify|@fastify\/.+)$/.test(specifier))
  expect(http.length).toBeGreaterThan(0)
  const stray = http.filter(({ from }) => ![...knowHttp, ...composition].includes(roomOf(from)))
  expect(stray.map(shown)).toEqual([])
})

function leavesRoom({ from, target }: Import): boolean {
  return target?.startsWith('src/') === true && roomOf(from) !== roomOf(target)
}

function isAllowed(from: string, to: string): boolean {
  if (composition.includes(from)) return true
  return mayImport[from]?.includes(to) === true
}

function shown({ from, specifier }: Import): string {
  return `${from} imports ${specifier}`
}

/** From one to the other if both are folders of the same folder. */
function folderArrow(from: string, target: string): [string, string][] {
  const [one, other] = [from.split('/').slice(0, -1), target.split('/').slice(0, -1)]
  const parted = one.findIndex((name, index) => name !== other[index])
  if (parted < 0 || other[parted] === undefined) return []
  return [[one.slice(0, parted + 1).join('/'), other.slice(0, parted + 1).join('/')]]
}
