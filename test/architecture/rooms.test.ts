import ts from 'typescript'
import { expect, test } from 'vitest'
import { entryFiles } from './arrows.ts'
import { exists, parse, readText, rooms, type SourceFile, sourceFiles } from './sources.ts'

test('every room is described in a README and in ARCHITECTURE.md', () => {
  const silent = rooms.filter((room) => !exists(`src/${room}/README.md`))
  expect(
    silent,
    'write src/<room>/README.md: what it owns, what not, what is always true, how to change it',
  ).toEqual([])
  expect(exists('ARCHITECTURE.md'), 'write ARCHITECTURE.md').toBe(true)
  const map = readText('ARCHITECTURE.md')
  expect(
    rooms.filter((room) => !map.includes(`\`${room}\``) && !map.includes(`${room}/`)),
    'ARCHITECTURE.md does not name these rooms',
  ).toEqual([])
})

test('every room has an index.ts', () => {
  const closed = rooms.filter((room) => !exists(`src/${room}/${entryFiles[room] ?? 'index.ts'}`))
  expect(closed, 'write src/<room>/index.ts').toEqual([])
})

test('an index.ts contains exports only', () => {
  const indexes = sourceFiles.filter((file) => file.path.endsWith('/index.ts'))
  expect(indexes.length).toBeGreaterThan(8)
  const busy = indexes.flatMap((file) => statementsWithLogic(file).map((line) => `${file.path}: ${line}`))
  expect(busy, "export { name } from './file.ts', and no export *").toEqual([])
})

function statementsWithLogic(file: SourceFile): string[] {
  const tree = parse(file)
  return tree.statements
    .filter((statement) => !isNamedReexport(statement))
    .map((statement) => statement.getText(tree).split('\n')[0] ?? '')
}

function isNamedReexport(statement: ts.Statement): boolean {
  return (
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier !== undefined &&
    statement.exportClause !== undefined
  )
}
