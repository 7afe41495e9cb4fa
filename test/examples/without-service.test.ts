import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** The messages of the examples if the key or the service is missing: one line each. */

const folder = fileURLToPath(new URL('../../examples/', import.meta.url))
const dead = 'http://127.0.0.1:1'
const model = { MODEL: 'm', OPENAI_BASE_URL: dead, ANTHROPIC_BASE_URL: dead }

async function run(file: string, environment: Record<string, string>) {
  const program = file.endsWith('.sh') ? 'sh' : process.execPath
  const child = spawn(program, [folder + file], { env: { PATH: process.env.PATH ?? '', ...environment } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output }
}

test.each([
  'screen-one.mjs',
  'screen-batch.mjs',
  'mcp-screen.mjs',
  'agent-openai.mjs',
  'agent-anthropic.mjs',
])('%s', async (file) => {
  expect(await run(file, model)).toEqual({
    ...{ code: 1, output: 'error: set API_KEY to a key of a recruiter (npm start prints one)\n' },
  })
  expect(await run(file, { ...model, API_KEY: 'hecn_live_x', BASE_URL: dead })).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^error: http:\/\/127\.0\.0\.1:1 does not answer \(.+\): is it running\?\n$/,
    ),
  })
})

test('calls.sh', async () => {
  const line = (text: string) => expect.stringMatching(new RegExp(`^[^\n]*${text}[^\n]*\n$`))
  // With a key and without a service: curl.system.test.ts.
  expect(await run('calls.sh', {})).toMatchObject({ output: line('set API_KEY to a key of a recruiter') })
})
