import { createBuiltinEngine } from '../src/engines/index.ts'
import { sql } from '../src/store/index.ts'
import { type BatchServer, withBatchServer } from './support/batch-server.ts'
import { chinesePair } from './support/job-texts.ts'

/**
 * Measures the cost of the queue beside the engine alone, and the fairness between accounts. Measures the
 * time until a killed worker's candidates run again, and the cost of 10,000 batches in the database. The
 * processes and an embedded PostgreSQL that syncs run on this machine.
 */
const candidates = 100
const { jdText } = chinesePair(1)
const batchOf = (count: number) => ({
  jd_text: jdText,
  resumes: Array.from({ length: count }, (_, index) => ({ text: chinesePair(index).resumeText })),
})
const smallBatch = (count: number) => ({
  jd_text: '后端工程师，任职要求：熟练使用 Go',
  resumes: Array.from({ length: count }, (_, index) => ({ text: `候选人 ${index + 1}` })),
})

interface Figure {
  readonly what: string
  readonly figure: string
}

export async function run(): Promise<readonly Figure[]> {
  const alone = await engineAlone()
  return withBatchServer(async (server) => {
    const one = await postToDone(server, 1)
    const four = await postToDone(server, 4)
    const overheadMs = (one.ms - alone) / candidates
    return [
      { what: `engine in a loop, ${candidates} candidates, one thread`, figure: `${Math.round(alone)} ms` },
      { what: 'POST to done, one worker process, one thread', figure: throughput(one) },
      { what: 'overhead of the queue per candidate', figure: `${overheadMs.toFixed(2)} ms` },
      { what: 'POST to done, four worker processes', figure: throughput(four) },
      ...(await fairness(server)),
      ...(await afterKill(server)),
      ...(await amongMany(server)),
    ]
  })
}

const throughput = ({ ms, perSecond }: { ms: number; perSecond: number }) =>
  `${Math.round(ms)} ms (best of 3; ${perSecond.toFixed(0)} candidates/s)`

/** The same work without a queue: the engine's own threads, kept as busy as a worker keeps them. */
async function engineAlone(): Promise<number> {
  const engine = createBuiltinEngine({ threads: 1 })
  const texts = batchOf(candidates).resumes.map(({ text }) => text)
  const once = async () => {
    const waiting = [...texts]
    const started = performance.now()
    const hand = async () => {
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
        await engine.match({ resumeText: text, jdText }, AbortSignal.timeout(60_000))
      }
    }
    await Promise.all([hand(), hand()])
    return performance.now() - started
  }
  await once()
  const best = Math.min(await once(), await once(), await once())
  await engine.close()
  return best
}

async function postToDone(server: BatchServer, workers: number) {
  const { key } = await server.account()
  const processes = await server.workers(workers)
  const once = async () => {
    const started = performance.now()
    const batchId = await server.post(key, batchOf(candidates))
    while ((await server.status(key, batchId)) === 'running') await sleep(20)
    return performance.now() - started
  }
  await once()
  const ms = Math.min(await once(), await once(), await once())
  await Promise.all(processes.map((process) => process.end('SIGTERM')))
  return { ms, perSecond: (candidates * 1_000) / ms }
}

/**
 * Three processes of concurrency four. One account has 3,000 candidates before another account arrives with
 * 20.
 */
async function fairness(server: BatchServer): Promise<Figure[]> {
  const [many, few] = [await server.account(), await server.account()]
  for (let batch = 0; batch < 30; batch++) await server.post(many.key, smallBatch(100))
  const ends = await Promise.all(Array.from({ length: 3 }, () => server.scriptedWorker(4, 20)))
  await sleep(500)
  const started = performance.now()
  const batchId = await server.post(few.key, smallBatch(20))
  const postedMs = performance.now() - started
  let firstMs: number | null = null
  let most = 0
  for (;;) {
    const row = await server.database.one<{ waiting: number; mine: number; theirs: number }>(sql`
      select (select count(*)::int from batch_items where batch_id = ${batchId} and state = 'waiting') as waiting,
             (select running + 0 from batch_accounts where account_id = ${few.accountId}) as mine,
             (select running from batch_accounts where account_id = ${many.accountId}) as theirs`)
    const ms = performance.now() - started - postedMs
    if (row.waiting < 20) firstMs ??= ms
    // Candidates of the other account that were running when the newcomer arrived may still finish.
    if (row.waiting > 0 && ms > 40) most = Math.max(most, row.theirs)
    if (row.waiting === 0 && row.mine === 0) break
  }
  const allMs = performance.now() - started - postedMs
  const { left } = await server.database.one<{ left: number }>(
    sql`select pending as left from batch_accounts where account_id = ${many.accountId}`,
  )
  await Promise.all(ends.map((end) => end('SIGTERM')))
  await server.database.run(sql`update batches set created_at = '2000-01-01' where status = 'running'`)
  return [
    {
      what: '20 candidates behind 3,000 of another account: until the first is at work',
      figure: `${Math.round(firstMs ?? 0)} ms`,
    },
    {
      what: 'until all 20 have ended (12 hands, 20 ms each)',
      figure: `${Math.round(allMs)} ms, ${left} of the 3,000 still waiting`,
    },
    { what: 'most of the other account at work while they waited (cap 8)', figure: String(most) },
  ]
}

async function afterKill(server: BatchServer): Promise<Figure[]> {
  await untilNothingRuns(server)
  const { key } = await server.account()
  const seconds: number[] = []
  let end = await server.scriptedWorker(2, 600_000)
  const batchId = await server.post(key, smallBatch(2))
  const claims = async (starts: number) => {
    const { n } = await server.database.one<{ n: number }>(sql`
      select count(*)::int as n from batch_items where batch_id = ${batchId} and starts = ${starts} and state = 'running'`)
    return n === 2
  }
  for (let turn = 1; turn <= 5; turn++) {
    while (!(await claims(turn))) await sleep(10)
    const heir = await server.scriptedWorker(2, 600_000)
    await sleep(Math.random() * 1_500)
    const killed = performance.now()
    await end('SIGKILL')
    while (!(await claims(turn + 1))) await sleep(5)
    seconds.push((performance.now() - killed) / 1_000)
    end = heir
  }
  await end('SIGTERM')
  const told = seconds.map((each) => each.toFixed(1)).join(', ')
  return [{ what: 'kill -9 of a worker: seconds until its candidates run again (5 kills)', figure: told }]
}

/** The API nodes reclaim what was made old. */
async function untilNothingRuns(server: BatchServer): Promise<void> {
  const running = sql`select count(*)::int as n from batches where status = 'running'`
  while ((await server.database.one<{ n: number }>(running)).n > 0) await sleep(200)
}

async function amongMany(server: BatchServer): Promise<Figure[]> {
  const before = await claimAndRead(server)
  await untilNothingRuns(server)
  await server.database.run(sql`
    with copies as materialized (
      select gen_random_uuid() as batch_id, b.batch_id as of from generate_series(1, 10000) n
      cross join (select batch_id from batches where status = 'done' and total = 100 limit 1) b),
    made as (
      insert into batches (account_id, batch_id, request_id, status, language, total, open_items, jd, created_at, ended_at,
                           billed, resource_billed, balance, summary_sealed)
      select b.account_id, c.batch_id, request_id, status, language, total, open_items, jd, created_at, ended_at, billed,
             resource_billed, balance, summary_sealed from copies c join batches b on b.batch_id = c.of)
    insert into batch_items (account_id, batch_id, position, state, resume, score, result_sealed, ended_at)
    select i.account_id, c.batch_id, i.position, i.state, i.resume, i.score, i.result_sealed, i.ended_at
    from copies c join batch_items i on i.batch_id = c.of and i.position <= 10`)
  const after = await claimAndRead(server)
  return [
    { what: 'GET, p50 of 200, then among 10,000 batches', figure: `${before.readMs} ms, ${after.readMs} ms` },
    {
      what: 'a candidate of no work, start to end, then among 10,000 batches',
      figure: `${before.itemMs} ms, ${after.itemMs} ms`,
    },
  ]
}

async function claimAndRead(server: BatchServer): Promise<{ readMs: string; itemMs: string }> {
  const { key } = await server.account()
  const end = await server.scriptedWorker(1, 0)
  const started = performance.now()
  const batchId = await server.post(key, smallBatch(100))
  while ((await server.status(key, batchId)) === 'running') await sleep(10)
  const itemMs = (performance.now() - started) / 100
  await end('SIGTERM')
  const reads: number[] = []
  for (let turn = 0; turn < 200; turn++) {
    const at = performance.now()
    await server.status(key, batchId)
    reads.push(performance.now() - at)
  }
  reads.sort((a, b) => a - b)
  return { readMs: (reads[100] ?? 0).toFixed(1), itemMs: itemMs.toFixed(1) }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
