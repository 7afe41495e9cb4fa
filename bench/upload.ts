import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { apiPrefix } from '../src/contract/index.ts'
import { soundInputs } from '../test/support/inputs.ts'
import type { Row } from './run.ts'
import { load, postRequest } from './support/load.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'

/**
 * Small calls, alone and while a 25 MB document is uploaded repeatedly. The upload must hardly slow the
 * small calls.
 */
const seconds = 8
const parallel = 2

export async function run(): Promise<readonly Row[]> {
  const server = await startServer(1, 'full')
  try {
    await smallCalls(server, 1)
    const alone = await smallCalls(server, seconds)
    const overRest = await besideUploads(server, 'rest')
    const overMcp = await besideUploads(server, 'mcp')
    const row = (what: string, figures: typeof alone) => ({
      'small calls': what,
      'a second': figures.perSecond,
      'p50 ms': figures.p50Ms,
      'p99 ms': figures.p99Ms,
    })
    return [
      row('alone', alone),
      row(`during ${overRest.uploads} uploads of 25 MB`, overRest),
      row(`during ${overMcp.uploads} of them over MCP`, overMcp),
    ]
  } finally {
    await server.stop()
  }
}

async function besideUploads(server: ServerProcess, door: 'rest' | 'mcp') {
  // Runs on its own thread, because we measure the delay of the service, not of this process.
  const uploader = new Worker(new URL('./support/uploader.ts', import.meta.url), {
    workerData: { url: server.url, key: server.keys[0], door },
  })
  await once(uploader, 'message')
  const figures = await smallCalls(server, seconds)
  uploader.postMessage('stop')
  const [uploads] = await once(uploader, 'message')
  return { ...figures, uploads }
}

function smallCalls(server: ServerProcess, forSeconds: number) {
  const bytes = postRequest(
    `${apiPrefix}/matches/resume-jd`,
    server.keys[0] ?? '',
    JSON.stringify(soundInputs.matchResumeToJd),
  )
  return load({ url: server.url, parallel, seconds: forSeconds, request: () => bytes })
}
