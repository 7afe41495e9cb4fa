import ts from 'typescript'
import { expect, test } from 'vitest'
import { tablesOfStore } from './arrows.ts'
import { filesUnder, parse, place, productFiles, roomOf, rooms, type SourceFile, walk } from './sources.ts'

const migrations = filesUnder('migrations', /^\d{6}_\w+\.sql$/)
const functions = filesUnder('migrations/functions', /\.sql$/)
const withoutComments = (text: string) => text.replace(/--[^\n]*/g, '')

interface Table {
  readonly name: string
  readonly room: string
}

const tables: Table[] = [
  ...tablesOfStore.map((name) => ({ name, room: 'store' })),
  ...migrations.flatMap((file) => tablesMadeIn(file).map((name) => ({ name, room: ownerOf(file) ?? '' }))),
]

test('every migration and every function names its owning room', () => {
  expect(migrations.length).toBeGreaterThan(0)
  expect(functions.length).toBeGreaterThan(0)
  const unowned = [...migrations, ...functions].filter((file) => !rooms.includes(ownerOf(file) ?? ''))
  expect(
    unowned.map((file) => file.path),
    'begin the file with: -- Room: ledger. What it is for.',
  ).toEqual([])
})

test('a migration changes only tables of its own room', () => {
  const stray = migrations.flatMap((file) =>
    [...withoutComments(file.text).matchAll(/\balter table (?:if exists )?(?:only )?(\w+)/gi)]
      .filter(([, name]) => tables.find((table) => table.name === name)?.room !== ownerOf(file))
      .map(([statement]) => `${file.path}: ${statement}`),
  )
  expect(stray).toEqual([])
})

test('each table has one owner', () => {
  expect(tables.length).toBeGreaterThan(3)
  const names = tables.map((table) => table.name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test("no room names another room's table in SQL", () => {
  const statements = productFiles.flatMap(sqlIn)
  expect(statements.length).toBeGreaterThan(10)
  const stray = statements.flatMap(({ file, position, text }) =>
    tables
      .filter(({ name, room }) => room !== roomOf(file.path) && namesTable(text, name))
      .map(({ name, room }) => `${place(file, position)} names ${name}, which belongs to ${room}`),
  )
  expect(stray, "ask that room's index.ts for what you need").toEqual([])
})

function ownerOf(file: SourceFile): string | undefined {
  return /^-- (?:room|owner): *(\w+)/im.exec(file.text)?.[1]?.toLowerCase()
}

function tablesMadeIn(file: SourceFile): string[] {
  const made = withoutComments(file.text).matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/gi)
  return [...made].map(([, name]) => name ?? '')
}

function namesTable(statement: string, table: string): boolean {
  return new RegExp(`\\b(from|join|into|update|table|only|truncate|,)\\s+${table}\\b`, 'i').test(statement)
}

interface SqlText {
  readonly file: SourceFile
  readonly position: number
  readonly text: string
}

/** Literals that look like SQL, tagged or not. */
function sqlIn(file: SourceFile): SqlText[] {
  const found: SqlText[] = []
  const tree = parse(file)
  walk(tree, (node) => {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return
    const text = node.getText(tree)
    if (
      /\b(select|insert into|update|delete from|truncate|alter table|create table|lock table)\b/i.test(text)
    ) {
      found.push({ file, position: node.getStart(tree), text })
    }
  })
  return found
}
