import { existsSync, mkdirSync, readlinkSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { carried, makeProject, type Project } from './project.ts'

let project: Project
beforeEach(async () => {
  project = await makeProject()
})
afterEach(() => project.remove())

const ensure = (event: string, env: NodeJS.ProcessEnv = {}) => project.run('ensure-install.mjs', event, env)
const path = (name: string) => join(project.folder, name)

test('the first start installs what the service needs, silently on stdout, and only once', async () => {
  const first = await ensure('prestart')
  expect(first).toMatchObject({ code: 0, stdout: '' })
  expect(first.stderr).toContain('installing what the service needs')
  expect(await project.npmCalls()).toEqual([expect.stringMatching(/^ci --omit=dev .*--ignore-scripts/)])
  expect((await project.npmCalls())[0]).toContain('--engine-strict=false')
  expect(await ensure('precli')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await project.npmCalls()).toHaveLength(1)
})

test('development scripts complete a production tree without disturbing a running service', async () => {
  await ensure('prestart')
  await ensure('pretest')
  expect((await project.npmCalls())[1]).toMatch(/^install --no-save --include=dev/)
  await ensure('prestart')
  await ensure('pregen')
  expect(await project.npmCalls()).toHaveLength(2)
})

test('a full tree is sufficient for starting, and a manual install is recognised', async () => {
  await ensure('pretest')
  rmSync(path('node_modules/.recruiter-install'))
  await ensure('prestart')
  await ensure('precheck')
  expect(await project.npmCalls()).toEqual([expect.stringMatching(/^ci --include=dev/)])
})

test('a changed lockfile is reinstalled', async () => {
  await ensure('prestart')
  await project.writeLock('2.0.0')
  await ensure('prestart')
  expect(await project.npmCalls()).toEqual([expect.stringMatching(/^ci/), expect.stringMatching(/^ci/)])
})

test("a developer's tree keeps its tools when the lockfile changes before a start", async () => {
  await ensure('pretest')
  await project.writeLock('2.0.0')
  await ensure('prestart')
  expect((await project.npmCalls())[1]).toMatch(/^ci --include=dev/)
})

test('a tree without its Node is incomplete', async () => {
  await ensure('prestart')
  rmSync(path('node_modules'), { recursive: true })
  mkdirSync(path('node_modules'))
  await ensure('prestart')
  expect(await project.npmCalls()).toHaveLength(2)
})

test('of two parallel installs one installs, the other waits', async () => {
  const env = { FAKE_NPM_MS: '800' }
  const runs = await Promise.all([ensure('prestart', env), ensure('prestart', env)])
  expect(runs.map((run) => run.code)).toEqual([0, 0])
  expect(await project.npmCalls()).toHaveLength(1)
  expect(runs.some((run) => run.stderr.includes('waiting'))).toBe(true)
  expect(existsSync(path('.install-lock'))).toBe(false)
})

test('the lock of a killed install is taken over', async () => {
  mkdirSync(path('.install-lock'))
  const longAgo = new Date('2026-01-01')
  utimesSync(path('.install-lock'), longAgo, longAgo)
  expect(await ensure('prestart')).toMatchObject({ code: 0 })
  expect(existsSync(path('.install-lock'))).toBe(false)
})

test('a failing npm ends the script with a clear line and leaves no lock', async () => {
  const run = await ensure('prestart', { FAKE_NPM_FAILS: '1' })
  expect(run).toMatchObject({ code: 1, stdout: expect.not.stringContaining('recruiter') })
  expect(run.stderr).toContain('npm ci failed (3)')
  expect(existsSync(path('.install-lock'))).toBe(false)
  expect(await ensure('prestart')).toMatchObject({ code: 0 })
})

test('scripts find the carried Node first, also without a link by npm', async () => {
  await ensure('prestart')
  const link = path('node_modules/.bin/node')
  expect(readlinkSync(link)).toBe(`../${carried}/bin/node`)
  rmSync(link)
  await ensure('prestart')
  expect(readlinkSync(link)).toBe(`../${carried}/bin/node`)
})
