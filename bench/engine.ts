import { createBuiltinEngine, matchNow, optimizeNow } from '../src/engines/index.ts'
import type { Row } from './run.ts'
import { chinesePair, englishPair, type Pair } from './support/job-texts.ts'

const today = new Date('2026-11-21T00:00:00Z')
const rounds = 300
const startsMax = 3

/**
 * Measures the builtin engine: start, memory, and pairs per second of CPU. Through the thread pool it
 * measures wall-clock time.
 */
export async function run(): Promise<Row[]> {
  const rows: Row[] = []
  const rssBefore = process.memoryUsage().rss
  const first = timed(() => matchNow(chinesePair(0), today))
  rows.push({ what: 'first match in a fresh process (loads all tables)', ms: first.toFixed(0) })
  rows.push({ what: 'memory of those tables', MB: megabytes(process.memoryUsage().rss - rssBefore) })
  const makers: readonly [string, (number: number) => Pair][] = [
    ['Chinese', chinesePair],
    ['English', englishPair],
  ]
  for (const [language, pair] of makers) {
    rows.push(
      perSecond(`match, ${language}, one job`, (n) =>
        matchNow({ ...pair(n), jdText: pair(0).jdText }, today),
      ),
    )
    rows.push(perSecond(`match, ${language}, another job each`, (n) => matchNow(pair(n), today)))
    rows.push(perSecond(`optimize, ${language}`, (n) => optimizeNow({ jdText: pair(n).jdText })))
  }
  for (const threads of [1, 2]) rows.push(...(await throughPool(threads)))
  return rows
}

function perSecond(what: string, work: (number: number) => unknown): Row {
  for (let number = 0; number < rounds / 10; number += 1) work(number)
  const ms = timed(() => {
    for (let number = 0; number < rounds; number += 1) work(number)
  })
  return { what, ms: (ms / rounds).toFixed(2), 'per second': Math.round((rounds * 1000) / ms) }
}

async function throughPool(threads: number): Promise<Row[]> {
  const starts: number[] = []
  for (let index = 0; index < startsMax; index += 1) {
    const started = performance.now()
    const engine = createBuiltinEngine({ threads })
    await engine.match(chinesePair(index), AbortSignal.timeout(60_000))
    starts.push(performance.now() - started)
    await engine.close()
  }
  const engine = createBuiltinEngine({ threads })
  const all = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, number) =>
        engine.match(englishPair(number), AbortSignal.timeout(60_000)),
      ),
    )
  await all(threads * 20)
  const started = performance.now()
  await all(rounds)
  const ms = performance.now() - started
  const row = { ms: (ms / rounds).toFixed(2), 'per second': Math.round((rounds * 1000) / ms) }
  await engine.close()
  return [
    { what: `pool of ${threads}: start to first answer`, ms: Math.min(...starts).toFixed(0) },
    { what: `pool of ${threads}: match, English, another job each`, ...row },
  ]
}

/** CPU time of this thread. Other load on a shared machine doesn't increase it. */
function timed(work: () => void): number {
  const started = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0)
