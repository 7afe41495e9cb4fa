import ts from 'typescript'
import { expect, test } from 'vitest'
import {
  filesUnder,
  outsideFiles,
  parse,
  place,
  readText,
  type SourceFile,
  sourceFiles,
  walk,
} from './sources.ts'

const fileLinesMax = 400
const lineColumnsMax = 110
const functionLinesMax = 70
const closersMax = 4

const programs = [...sourceFiles, ...outsideFiles]
const migrations = filesUnder('migrations', /^(?!schema\.generated)\w+\.sql$/)

test(`files have fewer than ${fileLinesMax} lines`, () => {
  expect(programs.length).toBeGreaterThan(100)
  const long = [...programs, ...migrations].filter((file) => lines(file).length >= fileLinesMax)
  expect(
    long.map((file) => `${file.path}: ${lines(file).length} lines`),
    'split by verb',
  ).toEqual([])
})

test(`lines have at most ${lineColumnsMax} columns, except texts that can't be broken`, () => {
  const wide = [...programs.flatMap(wideLines), ...migrations.flatMap((file) => wideLinesBut(file, []))]
  expect(wide).toEqual([])
})

test(`Biome limits functions to ${functionLinesMax} lines everywhere`, () => {
  const config = JSON.parse(readText('biome.json'))
  const rule = config.linter.rules.complexity.noExcessiveLinesPerFunction
  expect(rule.level).toBe('error')
  expect(rule.options.maxLines).toBeLessThanOrEqual(functionLinesMax)
  const excepted = (config.overrides ?? []).filter((entry: unknown) =>
    JSON.stringify(entry).includes('noExcessive'),
  )
  // A describe() is a function that contains many tests.
  expect(excepted.flatMap((entry: { includes: string[] }) => entry.includes)).toEqual(['**/*.test.ts'])
  const word = ['biome', 'ignore'].join('-')
  const excused = programs.filter((file) => file.text.includes(`${word} lint/complexity/noExcessiveLines`))
  expect(excused.map((file) => file.path)).toEqual([])
})

function lines(file: SourceFile): string[] {
  return file.text.replace(/\n$/, '').split('\n')
}

/** A string, a template or a pattern may exceed the limit: a message on one line is easier to find. */
function wideLines(file: SourceFile): string[] {
  const literals: [number, number][] = []
  if (lines(file).every((line) => line.length <= lineColumnsMax)) return []
  const tree = parse(file)
  walk(tree, (node) => {
    const runsOn =
      ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node)
    if (runsOn) literals.push([node.getStart(tree), isTitle(node) ? lineEnd(file, node) : node.getEnd()])
  })
  return wideLinesBut(file, literals)
}

/** Biome keeps the rest of a test's first line behind its title. */
function isTitle(node: ts.Node): boolean {
  const call = node.parent
  return (
    ts.isCallExpression(call) && call.arguments[0] === node && /^(test|it|describe)\b/.test(call.getText())
  )
}

function lineEnd(file: SourceFile, node: ts.Node): number {
  const end = file.text.indexOf('\n', node.getEnd())
  return end < 0 ? file.text.length : end
}

function wideLinesBut(file: SourceFile, literals: readonly (readonly [number, number])[]): string[] {
  const found: string[] = []
  let start = 0
  for (const line of file.text.split('\n')) {
    if (line.length > lineColumnsMax) {
      const edge = start + lineColumnsMax
      // The characters after a literal, such as `,` or `)`, stay on its line.
      const runsOn = literals.some(([from, to]) => from < edge && edge < to + closersMax)
      if (!runsOn) found.push(`${place(file, start)}: ${line.length} columns`)
    }
    start += line.length + 1
  }
  return found
}
