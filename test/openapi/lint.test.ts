import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultTerms, operationsUnder } from '../../src/contract/index.ts'
import { renderOpenApi } from '../../src/doors/index.ts'

/** Two linters with all recommended rules report nothing: no error, no warning, no hint. */

const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))
const committed = fileURLToPath(new URL('../../openapi/openapi.json', import.meta.url))

let folder: string
let mistaken: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recruiter-lint-'))
  mistaken = join(folder, 'mistaken.json')
  const text = await readFile(committed, 'utf8')
  await writeFile(
    mistaken,
    text.replace('"operationId": "optimizeJd",', '').replace('"ok": true', '"ok": "yes"'),
  )
  await writeFile(join(folder, 'ruleset.json'), '{ "extends": ["spectral:oas"] }')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the committed description covers the whole contract', async () => {
  expect(await readFile(committed, 'utf8')).toBe(renderOpenApi(operationsUnder(defaultTerms), defaultTerms))
})

describe.each([
  ['spectral', spectral],
  ['redocly', redocly],
] as const)('%s', (_, lint) => {
  test('agrees with the committed description', async () => {
    expect(await lint(committed)).toEqual([])
  })

  test('finds planted mistakes', async () => {
    const problems = await lint(mistaken)
    expect(problems.filter((problem) => /operation-?id/i.test(problem))).not.toEqual([])
    expect(problems.filter((problem) => /example/i.test(problem))).not.toEqual([])
  })
})

async function spectral(file: string): Promise<string[]> {
  const options = [
    '--ruleset',
    join(folder, 'ruleset.json'),
    '--fail-severity',
    'hint',
    '--format',
    'json',
    '--quiet',
  ]
  const output = await run('spectral', ['lint', ...options, file])
  const problems: { code: string; message: string; path: string[] }[] = JSON.parse(jsonIn(output, '[', ']'))
  return problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)
}

async function redocly(file: string): Promise<string[]> {
  const output = await run('redocly', ['lint', '--extends', 'recommended-strict', '--format', 'json', file])
  const { problems }: { problems: { ruleId: string; message: string }[] } = JSON.parse(
    jsonIn(output, '{', '}'),
  )
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

/** The linters send no telemetry and don't check for updates. Their exit codes agree with their reports. */
function run(command: string, args: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  }
  const options = { cwd: folder, env, timeout: 110_000, maxBuffer: 32 * 1024 * 1024 }
  return new Promise((resolve) => {
    execFile(join(bin, command), args, options, (_, stdout, stderr) => resolve(stdout || stderr))
  })
}

/** The report may be surrounded by lines for people. */
function jsonIn(output: string, first: string, last: string): string {
  const json = output.slice(output.indexOf(first), output.lastIndexOf(last) + 1)
  if (json === '') throw new Error(`a linter gave no report:\n${output}`)
  return json
}
