import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { linesToPaste, startServiceProcess } from '../support/service-process.ts'
import { needProgram } from '../support/system-programs.ts'

/** The curl calls that a new user pastes, run from the repository's folder. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const sh = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)('sh', args, { cwd: root, env: { PATH: process.env.PATH, ...env } })
const okOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).ok)

test('the commands that the first start prints, and the script of the examples', async (context) => {
  needProgram(context, 'curl')
  const folder = await mkdtemp(join(tmpdir(), 'curl-'))
  const service = await startServiceProcess({ DATA_DIR: join(folder, 'data') })
  try {
    const lines = linesToPaste(service)
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(okOf((await sh(['-c', line])).stdout)).toEqual([true])
    const script = await sh(['examples/calls.sh'], { BASE_URL: service.url, API_KEY: service.demoKey ?? '' })
    expect(okOf(script.stdout)).toEqual([true, true, true, true])
  } finally {
    await service.end('SIGTERM')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('without a service the script prints one line', async (context) => {
  needProgram(context, 'curl')
  const failed = sh(['examples/calls.sh'], { BASE_URL: 'http://127.0.0.1:1', API_KEY: 'hecn_live_x' })
  await expect(failed).rejects.toMatchObject({
    code: 7,
    stdout: '',
    stderr: expect.stringMatching(/^[^\n]*127\.0\.0\.1[^\n]*\n$/),
  })
})
