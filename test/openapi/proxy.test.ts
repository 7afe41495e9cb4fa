import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiPrefix } from '../../src/contract/index.ts'
import { chargedOperations, otherInput, pathOf, soundInput, soundInputs } from '../support/inputs.ts'
import { atOnce, failing, scriptedEngine } from '../support/scripted-engine.ts'
import { type Answer, exchange, type SendOptions, useWorld } from '../support/world.ts'

/** A validating proxy that knows only the published description is between the caller and the service. */

const engine = scriptedEngine()
const world = useWorld({ engine, terms: { quotaDaily: 3 } })
const prism = fileURLToPath(new URL('../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url))

let folder: string
let proxy: ChildProcess
let proxyUrl: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, (await exchange(world().url, { path: `${apiPrefix}/openapi.json` })).text)
  const port = await freePort()
  proxy = spawn(process.execPath, [prism, 'proxy', file, world().url, '--port', String(port)], {
    env: { ...process.env, SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  proxy.stdout?.on('data', (chunk) => (output += chunk))
  while (!output.includes('listening')) {
    if (proxy.exitCode !== null) throw new Error(`the proxy ended:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  proxyUrl = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  proxy.kill('SIGKILL')
  await once(proxy, 'exit')
  await rm(folder, { recursive: true, force: true })
})

/** Sends through the proxy and fails if the answer violates the description. Requests may violate it. */
async function through(what: SendOptions): Promise<Answer> {
  const answer = await exchange(proxyUrl, what)
  const violations = JSON.parse(answer.headers['sl-violations'] ?? '[]') as { location: string[] }[]
  const ours = violations.filter(({ location }) => location[0] === 'response')
  expect(ours, answer.text).toEqual([])
  return answer
}

describe.each(chargedOperations)('%s through a validating proxy', (name) => {
  const path = pathOf(name)
  const body = soundInput(name)
  test('every possible status matches the description', async () => {
    const rich = await world().account()
    const poor = await world().account({ pointCents: 1 })
    const seeker = await world().account({ role: 'job_seeker' })
    const narrow = await world().account({ scopes: ['getBatchScreeningResult'] })
    const statuses: number[] = []
    const send = async (what: Omit<SendOptions, 'path'>) =>
      statuses.push((await through({ path, ...what })).status)
    await send({ body, key: rich.key, idempotencyKey: 'k' })
    await send({ body, key: rich.key, idempotencyKey: 'k' })
    await send({ body: otherInput(name), key: rich.key, idempotencyKey: 'k' })
    await send({ body: { fileDataUrl: 5, jd_text: '' }, key: rich.key })
    await send({ body, key: 'hecn_live_wrong' })
    await send({ body, key: poor.key })
    await send({ body, key: seeker.key })
    await send({ body, key: narrow.key })
    await send({ body, key: rich.key })
    await send({ body, key: rich.key })
    await send({ body, key: rich.key })
    expect(statuses).toEqual([200, 200, 422, 400, 401, 402, 403, 403, 200, 200, 429])
  })
})

test('a 500 matches the description', async () => {
  const { key } = await world().account()
  engine.behave(failing)
  const answer = await through({ path: pathOf('matchResumeToJd'), body: soundInputs.matchResumeToJd, key })
  engine.behave(atOnce)
  expect(answer.status).toBe(500)
})

test('the proxy detects an answer that violates the description', async () => {
  const { key } = await world().account()
  engine.answerMatchWith({ score: 'high' } as never)
  const broken = through({ path: pathOf('matchResumeToJd'), body: soundInputs.matchResumeToJd, key })
  await expect(broken).rejects.toThrow('score')
  engine.answerMatchWith(null)
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
