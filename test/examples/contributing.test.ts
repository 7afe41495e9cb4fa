import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

/** The example in CONTRIBUTING.md of adding an operation, applied to a copy of the repository. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const copied = [
  'src',
  'packages',
  'test',
  'tools',
  'web',
  'bench',
  'bin',
  'examples',
  'openapi',
  'migrations',
  'training',
]
const copiedFiles = ['package.json', 'tsconfig.json', 'vitest.config.ts']

const tests = ['test/doors/charged-operations.test.ts', 'test/doors/the-rest.test.ts']
/** A compiler and a test run take a while on a busy machine. */
const timeoutMs = 600_000

let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'contributing-'))
  const without = (path: string) => !/\/(?:node_modules|dist)$/.test(path)
  for (const path of [...copied, ...copiedFiles])
    await cp(join(root, path), join(copy, path), { recursive: true, filter: without })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  await applyExample()
})
afterAll(() => rm(copy, { recursive: true, force: true }))

async function applyExample(): Promise<void> {
  const guide = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = guide.slice(guide.indexOf('## How to add an operation'))
  const blocks = [...section.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '')
  expect(blocks).toHaveLength(5)
  const [declaration = '', listing = '', exported = '', handler = '', registration = ''] = blocks
  await writeFile(join(copy, 'src/contract/operations/redact-resume.ts'), declaration)
  await edit('src/contract/operations/list.ts', [
    ['} satisfies Record<', `${listing}} satisfies Record<`],
    ['import ', "import { redactResume } from './redact-resume.ts'\nimport "],
  ])
  await edit('src/contract/index.ts', [['export {', `${exported}export {`]])
  await writeFile(join(copy, 'src/operations/redact-resume.ts'), handler)
  await edit('src/operations/handlers.ts', [
    ['    getBatchScreeningResult: ', `${registration}    getBatchScreeningResult: `],
    ['import ', "import { redactResume } from './redact-resume.ts'\nimport "],
  ])
}

/** Replaces the first occurrence of each text. */
async function edit(path: string, changes: readonly (readonly [before: string, after: string])[]) {
  let text = await readFile(join(copy, path), 'utf8')
  for (const [before, after] of changes) {
    expect(text, path).toContain(before)
    text = text.replace(before, () => after)
  }
  await writeFile(join(copy, path), text)
}

function run(script: string, ...words: string[]): Promise<{ code: number; output: string }> {
  const environment = { ...process.env, TEST_DATABASE_URL: inject('testServer').url }
  const command = [join(root, 'node_modules', script), ...words]
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: copy, env: environment }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, output: stripVTControlCharacters(stdout + stderr) })
    })
  })
}

test(
  'the code of the guide compiles with the handlers, the description and the tests of operations',
  async () => {
    const include = ['src/**/*.d.ts', 'src/operations', 'src/doors', 'test/support', ...tests]
    const config = { extends: './tsconfig.json', include }
    await writeFile(join(copy, 'tsconfig.guide.json'), JSON.stringify(config))
    expect(await run('typescript/bin/tsc', '-p', 'tsconfig.guide.json')).toEqual({ code: 0, output: '' })
  },
  timeoutMs,
)

test(
  'the operation answers with every status that it declares, over REST',
  async () => {
    const { code, output } = await run('vitest/vitest.mjs', 'run', '-t', 'redactResume', ...tests)
    expect(code, output).toBe(0)
    expect(Number(/Tests +(\d+) passed/.exec(output)?.[1]), output).toBeGreaterThanOrEqual(10)
  },
  timeoutMs,
)
