import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The service builds the pages when it starts, once, even if several processes start in parallel. */

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recruiter-pages-'))
  const isSource = (path: string) => !/\/web\/dist(\/|$)/.test(path)
  for (const part of ['bin', 'web', 'src/contract', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true, filter: isSource })
  }
  // Packages come from the repository; the cache and its lock don't.
  await mkdir(join(folder, 'node_modules'))
  for (const name of [
    'vite',
    'react',
    'react-dom',
    '@base-ui',
    '@tanstack',
    'openapi-fetch',
    'uplot',
    'diff',
    'typebox',
  ]) {
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function build(): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(folder, 'bin/build-pages.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

const built = (said: string) => said.includes('built the user center')

test('two parallel starts build once; a third builds nothing; a changed source is rebuilt', async () => {
  const first = await Promise.all([build(), build()])
  expect(first.map(({ code }) => code)).toEqual([0, 0])
  expect(first.filter(({ said }) => built(said))).toHaveLength(1)
  const index = join(folder, 'web/dist/index.html')
  const { ino } = await stat(index)
  for (const packed of ['.br', '.gz']) expect((await stat(index + packed)).size).toBeGreaterThan(100)

  expect(await build()).toEqual({ code: 0, said: '' })
  expect((await stat(index)).ino).toBe(ino)

  const page = join(folder, 'web/index.html')
  await writeFile(page, (await readFile(page, 'utf8')).replace('<title>', '<title>Changed '))
  expect(built((await build()).said)).toBe(true)
  expect(await readFile(index, 'utf8')).toContain('Changed')
})

test('a failed build keeps the previous one', async () => {
  const main = join(folder, 'web/src/main.tsx')
  const whole = await readFile(main, 'utf8')
  await writeFile(main, `${whole}\nimport './no-such-file.ts'\n`)
  expect((await build()).code).not.toBe(0)
  expect(await readFile(join(folder, 'web/dist/index.html'), 'utf8')).toContain('<div id="app">')
})
