import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { apiPrefix } from '../src/contract/index.ts'
import { hangs } from '../test/support/hanging-text.ts'
import { soundInputs } from '../test/support/inputs.ts'
import { exchange } from '../test/support/world.ts'
import type { Row } from './run.ts'

/**
 * Matches of one account, alone and while a batch of another account hangs on each of its 100 texts. A call
 * starts every quarter of a second, whether or not the earlier calls were answered. The service doesn't
 * know at first that the texts hang, and it must start a thread: those calls are counted separately. A call
 * without an answer at the end counts with the time it has waited.
 */
const everyMs = 250
const seconds = { alone: 30, atFirst: 15, after: 120 }
const threadCounts = [1, 2]
/**
 * The interval of a third account's calls before the batch starts. From then on two accounts share the
 * engine.
 */
const thirdEveryMs = 5_000

export async function run(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const threads of threadCounts) {
    for (const isShared of [false, true]) {
      rows.push(...(await withService(threads, measure(threads, isShared))))
    }
  }
  return rows
}

type Keys = readonly [string, string, string]

const measure = (threads: number, isShared: boolean) => async (url: string, keys: Keys) => {
  const [greedy, other, third] = keys
  // Warm up.
  for (let count = 0; count < 20; count++) await match(url, other)
  const callsOfThird = setInterval(() => void (isShared && match(url, third).catch(() => {})), thirdEveryMs)
  const alone = await matches(url, other, seconds.alone)
  clearInterval(callsOfThird)
  const resumes = Array.from({ length: 100 }, (_, index) => ({ text: `${hangs} ${index}` }))
  const body = { jd_text: soundInputs.matchResumeToJd.jd_text, resumes }
  const started = await exchange(url, { path: `${apiPrefix}/batches/screen`, body, key: greedy })
  if (started.status !== 200) throw new Error(started.text)
  const atFirst = await matches(url, other, seconds.atFirst)
  const after = await matches(url, other, seconds.after)
  const which = { 'engine threads': threads, 'accounts before': isShared ? 2 : 1 }
  return [
    { ...which, matches: 'alone', ...alone },
    { ...which, matches: `100 texts of another hang: the first ${seconds.atFirst} s`, ...atFirst },
    { ...which, matches: `the ${seconds.after} s after that`, ...after },
  ]
}

async function match(url: string, key: string): Promise<void> {
  const path = `${apiPrefix}/matches/resume-jd`
  const { status, text } = await exchange(url, { path, body: soundInputs.matchResumeToJd, key })
  if (status !== 200) throw new Error(text)
}

async function matches(url: string, key: string, forSeconds: number): Promise<Row> {
  const latencies: number[] = []
  const waiting = new Set<number>()
  let failed = 0
  const call = async () => {
    const at = performance.now()
    waiting.add(at)
    await match(url, key).catch(() => {
      failed += 1
    })
    if (waiting.delete(at)) latencies.push(performance.now() - at)
  }
  const started = performance.now()
  for (let count = 0; count * everyMs < forSeconds * 1_000; count++) {
    await sleep(Math.max(0, started + count * everyMs - performance.now()))
    void call()
  }
  // Pending calls get ten seconds.
  for (let look = 0; look < 100 && waiting.size > 0; look++) await sleep(100)
  const unanswered = waiting.size
  for (const at of waiting) latencies.push(performance.now() - at)
  waiting.clear()
  latencies.sort((a, b) => a - b)
  const share = (part: number) => Math.round(latencies[Math.floor((latencies.length - 1) * part)] ?? 0)
  const figures = { 'p50 ms': share(0.5), 'p99 ms': share(0.99), 'most ms': share(1) }
  return { calls: latencies.length, failed, unanswered, ...figures }
}

async function withService<T>(threads: number, work: (url: string, keys: Keys) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-hanging-'))
  const file = fileURLToPath(new URL('./support/hanging-service.ts', import.meta.url))
  const args = [...process.execArgv, file, folder, String(threads)]
  // Threads find our code compiled, as those of the command do.
  const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const { url, keys } = JSON.parse((await lines.next()).value ?? '{}')
    return await work(url, keys)
  } finally {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
