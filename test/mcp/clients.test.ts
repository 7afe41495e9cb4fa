import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as EarlierTransportType } from '@modelcontextprotocol/sdk/shared/transport.js'
import { describe, expect, test } from 'vitest'
import { type JsonObject, mcpPath } from '../../src/contract/index.ts'
import { batchInput, soundInputs } from '../support/inputs.ts'
import { toolNames } from '../support/mcp.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

/** The official clients of both protocol versions and the Inspector, each with all five tools. */

const world = useWorld({ engine: scriptedEngine(), batchConcurrency: 2 })
const endpoint = () => new URL(mcpPath, world().url)
const info = { name: 'a-test', version: '1' }

interface Result {
  readonly structuredContent?: unknown
  readonly isError?: boolean | undefined
}
interface Session {
  list(): Promise<readonly string[]>
  call(name: string, input: JsonObject, meta?: JsonObject): Promise<Result>
  close(): Promise<void>
}

const clients: Record<string, (key: string) => Promise<Session>> = {
  'client 2.x, current revision': (key) => current(key, 'auto'),
  'client 2.x, with initialize': (key) => current(key, 'legacy'),
  'sdk 1.x': earlier,
}

async function current(key: string, mode: 'auto' | 'legacy'): Promise<Session> {
  const client = new CurrentClient(info, { versionNegotiation: { mode } })
  await client.connect(
    new CurrentTransport(endpoint(), { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  )
  expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25')
  expect(client.getInstructions()).toContain('_meta["service/idempotencyKey"]')
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, input, meta) =>
      client.callTool({ name, arguments: { ...input }, ...(meta ? { _meta: { ...meta } } : {}) }),
    close: () => client.close(),
  }
}

async function earlier(key: string): Promise<Session> {
  const client = new EarlierClient(info)
  const transport = new EarlierTransport(endpoint(), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  await client.connect(transport as EarlierTransportType)
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input, meta) => {
      const result = await client.callTool({
        name,
        arguments: { ...input },
        ...(meta ? { _meta: { ...meta } } : {}),
      })
      return { structuredContent: result.structuredContent, isError: result.isError === true }
    },
    close: () => client.close(),
  }
}

describe.each(Object.entries(clients))('%s', (_, connect) => {
  test('lists the tools, calls each of them, and is charged as over REST', async () => {
    const account = await world().account({ pointCents: 1_000 })
    const session = await connect(account.key)
    expect(await session.list()).toEqual(Object.values(toolNames))
    for (const name of ['parseResume', 'matchResumeToJd', 'optimizeJd'] as const) {
      const result = await session.call(toolNames[name], soundInputs[name])
      expect(result.structuredContent, name).toMatchObject({
        ok: true,
        billing: { balance_points: expect.any(Number) },
      })
    }
    const started = await session.call(toolNames.startBatchScreening, batchInput(2))
    const { data } = started.structuredContent as { data: { batch_id: string } }
    const status = async () => {
      const read = await session.call(toolNames.getBatchScreeningResult, { batch_id: data.batch_id })
      return (read.structuredContent as { data: { status: string } }).data.status
    }
    await expect.poll(status).toBe('done')
    await session.close()
    expect(await account.balance()).toEqual({ spendable: 1_000 - 5 - 100 - 130 - 200, held: 0 })
  })

  test('reads refusals as tool results, and hides the idempotency key from the model', async () => {
    const account = await world().account({ pointCents: 100 })
    const session = await connect(account.key)
    const refused = await session.call(toolNames.matchResumeToJd, { resume_text: 5, jd_text: 'short' })
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: 'invalid_input' } })
    const meta = { 'service/idempotencyKey': 'k' }
    const first = await session.call(toolNames.matchResumeToJd, soundInputs.matchResumeToJd, meta)
    const again = await session.call(toolNames.matchResumeToJd, soundInputs.matchResumeToJd, meta)
    expect(again.structuredContent).toEqual(first.structuredContent)
    const short = await session.call(toolNames.matchResumeToJd, soundInputs.matchResumeToJd)
    expect(short).toMatchObject({ isError: true, structuredContent: { error: 'insufficient_points' } })
    await expect(session.call('service_nothing', {})).rejects.toThrow(/Unknown tool/)
    await session.close()
    await expect(connect(`${account.key}x`)).rejects.toThrow(/401|nauthorized/)
  })
})

const inspector = fileURLToPath(
  new URL(
    '../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
)

describe.each(['modern', 'legacy'])('the command line of the Inspector, %s', (era) => {
  test('lists the tools with portable schemas and calls each of them', async () => {
    const account = await world().account()
    const home = await mkdtemp(join(tmpdir(), 'inspector-'))
    const inspect = async (...args: string[]) => {
      const target = [endpoint().href, '--transport', 'http', '--protocol-era', era]
      const header = ['--header', `Authorization: Bearer ${account.key}`]
      const child = spawn(process.execPath, [inspector, '--cli', ...target, ...header, ...args], {
        env: { PATH: process.env.PATH, HOME: home, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let [stdout, stderr] = ['', '']
      child.stdout.on('data', (chunk) => (stdout += chunk))
      child.stderr.on('data', (chunk) => (stderr += chunk))
      const [code] = await once(child, 'close')
      expect(code, stderr).toBe(0)
      return JSON.parse(stdout)
    }
    const call = async (
      tool: string,
      input: JsonObject,
    ): Promise<{ structuredContent: { ok: boolean; data: JsonObject } }> => {
      const pairs = Object.entries(input).flatMap(([name, value]) => [
        '--tool-arg',
        `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ])
      return inspect('--method', 'tools/call', '--tool-name', tool, ...pairs)
    }
    try {
      const { tools } = await inspect('--method', 'tools/list', '--strict')
      expect(tools).toHaveLength(5)
      const results = await Promise.all([
        call(toolNames.parseResume, soundInputs.parseResume),
        call(toolNames.matchResumeToJd, soundInputs.matchResumeToJd),
        call(toolNames.optimizeJd, soundInputs.optimizeJd),
        call(toolNames.startBatchScreening, batchInput(1)),
      ])
      for (const { structuredContent } of results) expect(structuredContent.ok).toBe(true)
      const batchId = results[3]?.structuredContent.data.batch_id ?? ''
      const read = await call(toolNames.getBatchScreeningResult, { batch_id: batchId })
      expect(read.structuredContent.data.batch_id).toBe(batchId)
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  })
})
