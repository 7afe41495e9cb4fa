import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitCodeMeanings, exitCodes } from '../../src/cli/main.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { runBin } from '../support/run-bin.ts'

/**
 * The real command's exit codes. Code 3 is tested with commands that read files: parse.test.ts and
 * screen.test.ts.
 */

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const codes = Object.entries(exitCodes).map(
  ([name, code]) => [code, exitCodeMeanings[name as keyof typeof exitCodes]] as const,
)

test('the help and the operating guide name every code and its meaning', async () => {
  const help = await runBin(['--help'], {})
  expect(help.code).toBe(exitCodes.done)
  for (const [code, meaning] of codes) {
    expect(help.stdout).toContain(`  ${code}  ${meaning}`)
    expect(read('docs/operating.md')).toContain(`| ${code} | ${meaning} |`)
  }
  expect(codes.map(([code]) => code)).toEqual([0, 1, 2, 3])
})

test('0 for the version of the package; 2 for wrong usage', async () => {
  const { version } = JSON.parse(read('package.json'))
  expect(await runBin(['--version'], {})).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
  expect(await runBin(['--versoin'], {})).toMatchObject({ code: 2, stdout: '' })
})

describe('an empty list', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase()
  })
  afterAll(() => db.drop())

  test.each([
    [['account', 'list'], 'accounts', /^EMAIL +ROLE +STATE +CREATED +ACCOUNT ID\n$/],
    [['batch', 'list'], 'batches', /^STARTED +STATUS +DONE +POINT_CENTS +BATCH ID +ACCOUNT ID\n$/],
    [['batch', 'list', '--status', 'running'], 'batches', /^STARTED .*\n$/],
    [['key', 'list'], 'keys', /^KEY ID .*\n$/],
  ])('%j is a heading, or a list of none, and no failure', async (words, name, heading) => {
    const environment = { DATABASE_URL: db.url }
    const shown = await runBin(words, environment)
    expect(shown).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(heading) })
    const { code, json } = await runBin([...words, '--json'], environment)
    expect([code, json?.[name]]).toEqual([0, []])
  })

  test('1 for a failure', async () => {
    const failed = await runBin(['balance', '--email', 'x@example.com'], { DATABASE_URL: db.url })
    expect(failed).toMatchObject({ code: exitCodes.failed, stdout: '' })
  })
})
