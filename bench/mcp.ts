import { apiPrefix, mcpPath } from '../src/contract/index.ts'
import { soundInputs } from '../test/support/inputs.ts'
import { headersOf, requestOf, toolNames } from '../test/support/mcp.ts'
import type { Row } from './run.ts'
import { load, postRequest } from './support/load.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'

/**
 * One charged match as an MCP tool beside the same call over REST, alternating, with an engine of no cost
 * and no database: only the door differs. Then the memory over many calls.
 */
const turns = 4
const callsPerTurn = 4_000
const memoryCalls = [10_000, 40_000, 70_000, 100_000] as const

const input = soundInputs.matchResumeToJd
const params = { name: toolNames.matchResumeToJd, arguments: input }
const message = (era: 'modern' | 'legacy') => JSON.stringify(requestOf('tools/call', params, era))
const requests: Record<string, (key: string) => Uint8Array> = {
  REST: (key) => postRequest(`${apiPrefix}/matches/resume-jd`, key, JSON.stringify(input)),
  'MCP 2026-07-28': (key) => postRequest(mcpPath, key, message('modern'), headersOf('tools/call', params)),
  'MCP, earlier': (key) => postRequest(mcpPath, key, message('legacy')),
}

export async function run(): Promise<readonly Row[]> {
  const server = await startServer(1, 'bare')
  try {
    const figures = Object.entries(requests).map(([door, request]) => ({
      door,
      bytes: request(server.keys[0] ?? ''),
      calls: 0,
      cpuSeconds: 0,
      perSecond: 0,
    }))
    for (let turn = 0; turn <= turns; turn++) {
      for (const each of figures) {
        const { result, cpuSeconds } = await measure(server, each.bytes, callsPerTurn)
        // The first round warms up.
        if (turn === 0) continue
        each.calls += result.answers
        each.cpuSeconds += cpuSeconds
        each.perSecond += result.perSecond / turns
      }
    }
    const cpuMs = (each: (typeof figures)[number]) => (1000 * each.cpuSeconds) / each.calls
    const rest = figures[0] === undefined ? 0 : cpuMs(figures[0])
    const rows: Row[] = figures.map((each) => ({
      door: each.door,
      'calls/s, 16 parallel': Math.round(each.perSecond),
      'CPU ms a call': cpuMs(each).toFixed(3),
      'more than REST': (cpuMs(each) - rest).toFixed(3),
    }))
    return [...rows, await memoryRow(server, figures[1]?.bytes ?? new Uint8Array())]
  } finally {
    await server.stop()
  }
}

async function measure(server: ServerProcess, bytes: Uint8Array, answersMax: number) {
  const before = await server.cpu()
  const result = await load({ url: server.url, parallel: 16, seconds: 600, answersMax, request: () => bytes })
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.answers} answers were no success`)
  return { result, cpuSeconds: (await server.cpu()) - before }
}

async function memoryRow(server: ServerProcess, bytes: Uint8Array): Promise<Row> {
  const memory: string[] = []
  let made = 0
  for (const calls of memoryCalls) {
    await measure(server, bytes, calls - made)
    made = calls
    memory.push(`${await server.memoryMb()} MB`)
  }
  return { door: `memory after ${memoryCalls.join(', ')} calls: ${memory.join(', ')}` }
}
