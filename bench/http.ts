import { apiPrefix } from '../src/contract/index.ts'
import { soundInputs } from '../test/support/inputs.ts'
import { load, postRequest } from './support/load.ts'
import { startServer } from './support/server-process.ts'

/**
 * Charged match calls over HTTP with an engine of no cost, beside the same door and pipeline without a
 * database. The load comes from this process; the service is another process.
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
  const server = await startServer(accounts, mode)
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
  }
}
