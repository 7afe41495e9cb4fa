import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { apiPrefix } from '../src/contract/index.ts'
import { soundInputs } from '../test/support/inputs.ts'
import { load, postRequest } from './support/load.ts'

/**
 * Charged match calls over HTTP with an engine that costs nothing, beside the same door and pipeline without
 * a database. The load comes from this process, the service is another one.
 */
const seconds = 4
const cases = [
  { accounts: 1, parallel: 1 },
  { accounts: 1, parallel: 16 },
  { accounts: 1, parallel: 128 },
  { accounts: 1000, parallel: 128 },
] as const

interface Row {
  readonly load: string
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly withoutDatabase: number
  readonly share: string
  readonly nodeCpu: string
}

export async function run(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { accounts, parallel } of cases) {
    const bare = await measure('bare', accounts, parallel)
    const full = await measure('full', accounts, parallel)
    rows.push({
      load: `${parallel} parallel, ${accounts} account(s)`,
      perSecond: full.perSecond,
      p50Ms: full.p50Ms,
      p99Ms: full.p99Ms,
      withoutDatabase: bare.perSecond,
      share: `${Math.round((100 * full.perSecond) / bare.perSecond)} %`,
      nodeCpu: `${Math.round(100 * full.cpuShare)} %`,
    })
  }
  return rows
}

async function measure(mode: 'full' | 'bare', accounts: number, parallel: number) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-http-'))
  const server = await startServer(folder, accounts, mode)
  try {
    const body = JSON.stringify(soundInputs.matchResumeToJd)
    const path = `${apiPrefix}/matches/resume-jd`
    const request = (index: number) => postRequest(path, server.keys[index % server.keys.length] ?? '', body)
    await load({ url: server.url, parallel, seconds: 1, request })
    const before = await server.cpu()
    const result = await load({ url: server.url, parallel, seconds, request })
    const cpuShare = ((await server.cpu()) - before) / seconds
    if (result.failures > 0)
      throw new Error(`${result.failures} of ${result.answers} answers were no success`)
    return { ...result, cpuShare }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function startServer(folder: string, accounts: number, mode: string) {
  const file = fileURLToPath(new URL('./support/http-server.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [file, folder, String(accounts), mode], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (child.stdout === null || child.stdin === null) throw new Error('the server has no pipes')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => JSON.parse((await lines.next()).value ?? '{}')
  const { url, keys } = (await line()) as { url: string; keys: string[] }
  const { stdin } = child
  return {
    url,
    keys,
    async cpu(): Promise<number> {
      stdin.write('cpu\n')
      return (await line()).cpuSeconds
    },
    async stop() {
      stdin.end()
      await once(child, 'exit')
    },
  }
}
