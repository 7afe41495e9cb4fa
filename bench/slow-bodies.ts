import { connect, type Socket } from 'node:net'
import { apiPrefix } from '../src/contract/index.ts'
import { soundInputs } from '../test/support/inputs.ts'
import type { Row } from './run.ts'
import { load, postRequest } from './support/load.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'

/**
 * Calls of a well-behaved account, alone and while four others send bodies a byte at a time. These send
 * small bodies on 140 connections each, bodies just over 64 KB on 48, or uploads on 4. The engine costs
 * nothing.
 */
const seconds = 12
const parallel = 2
const attackers = 4
/** The attack is running before calls are measured. */
const settleMs = 2_000
const byteEveryMs = 5_000

interface Attack {
  readonly what: string
  readonly connections: number
  readonly announced: number
  readonly sentAtOnce: number
}

const attacks: readonly Attack[] = [
  { what: 'small bodies on 4 × 140 connections', connections: 140, announced: 60_000, sentAtOnce: 1 },
  { what: 'bodies of .9 MB on 4 × 48', connections: 48, announced: 900_000, sentAtOnce: 70_000 },
  { what: 'uploads on 4 × 4', connections: 4, announced: 3_000_000, sentAtOnce: 70_000 },
]

const small = JSON.stringify(soundInputs.matchResumeToJd)
const withIgnored = (bytes: number) =>
  JSON.stringify({ ...soundInputs.matchResumeToJd, ignored: 'x'.repeat(bytes - small.length - 14) })
const calls = { small, '.2 MB': withIgnored(200_000), '2 MB': withIgnored(2_000_000) }

export async function run(): Promise<readonly Row[]> {
  const server = await startServer(attackers + 1, 'full')
  try {
    await measure(server, 'warm', calls.small)
    const rows: Row[] = []
    for (const [size, body] of Object.entries(calls)) rows.push(await measure(server, `${size}: alone`, body))
    for (const attack of attacks) {
      const stop = await begin(server, attack)
      for (const [size, body] of Object.entries(calls)) {
        rows.push(await measure(server, `${size}: ${attack.what}`, body))
      }
      stop()
      await new Promise((resolve) => setTimeout(resolve, settleMs))
    }
    return rows
  } finally {
    await server.stop()
  }
}

async function begin(server: ServerProcess, { connections, announced, sentAtOnce }: Attack) {
  const { hostname, port } = new URL(server.url)
  const sockets = new Set<Socket>()
  let stopped = false
  const open = (key: string) => {
    if (stopped) return
    const request = postRequest(matchPath, key, ' '.repeat(announced))
    const socket = connect(Number(port), hostname)
    sockets.add(socket)
    socket.write(request.subarray(0, request.length - announced + sentAtOnce))
    const timer = setInterval(() => socket.write(' '), byteEveryMs)
    socket.on('error', () => {}).resume()
    // A refused connection tries again.
    socket.on('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
      setTimeout(() => open(key), 100)
    })
  }
  for (const key of server.keys.slice(1, attackers + 1)) {
    for (let index = 0; index < connections; index++) open(key)
  }
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  return () => {
    stopped = true
    for (const socket of sockets) socket.destroy()
  }
}

const matchPath = `${apiPrefix}/matches/resume-jd`

async function measure(server: ServerProcess, what: string, body: string): Promise<Row> {
  const request = postRequest(matchPath, server.keys[0] ?? '', body)
  const figures = await load({
    url: server.url,
    parallel,
    seconds,
    request: () => request,
    patienceSeconds: 15,
  })
  return {
    calls: what,
    'a second': figures.perSecond,
    'p50 ms': figures.p50Ms,
    'p99 ms': figures.p99Ms,
    unanswered: figures.unanswered,
    failures: figures.failures,
  }
}
