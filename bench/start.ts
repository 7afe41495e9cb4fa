import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPrefix } from '../src/contract/index.ts'
import { soundInputs } from '../test/support/inputs.ts'
import { type ServiceProcess, startServiceProcess } from '../test/support/service-process.ts'
import { exchange } from '../test/support/world.ts'
import type { Row } from './run.ts'
import { load, postRequest } from './support/load.ts'

/**
 * Measures the service as an operator sees it: the time to the first answer on existing data, and its
 * memory.
 */
const calls = 10_000

export async function run(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
  const environment = {
    DATA_DIR: join(folder, 'data'),
    QUOTA_DAILY: '0',
    QUOTA_MONTHLY: '0',
    LOG_LEVEL: 'info',
  }
  try {
    const first = await timedStart(environment)
    const key = first.service.demoKey ?? ''
    await first.service.end('SIGTERM')
    const again = await timedStart(environment)
    const answered = await firstAnswers(again.service, key)
    const idleMb = await residentMb(again.service)
    const perSecond = await manyCalls(again.service, key)
    const afterMb = await residentMb(again.service)
    await manyCalls(again.service, key)
    const moreAfterMb = await residentMb(again.service)
    await again.service.end('SIGTERM')
    return [
      { what: 'first start (makes the database)', value: `${first.seconds.toFixed(2)} s` },
      { what: 'start on existing data to listening', value: `${again.seconds.toFixed(2)} s` },
      { what: '… to the first parse', value: `${(again.seconds + answered.parseSeconds).toFixed(2)} s` },
      { what: '… to the first match', value: `${(again.seconds + answered.matchSeconds).toFixed(2)} s` },
      { what: 'resident memory after the first answers', value: `${idleMb} MB` },
      { what: `resident memory after ${calls} replayed calls`, value: `${afterMb} MB` },
      { what: `resident memory after ${2 * calls}`, value: `${moreAfterMb} MB` },
      { what: 'calls a second meanwhile', value: perSecond },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function timedStart(environment: Record<string, string>) {
  const started = performance.now()
  const service = await startServiceProcess(environment)
  return { service, seconds: (performance.now() - started) / 1000 }
}

async function firstAnswers(service: ServiceProcess, key: string) {
  const timed = async (path: string, body: object) => {
    const started = performance.now()
    const answer = await exchange(service.url, { path: apiPrefix + path, body: body as never, key })
    if (answer.status !== 200) throw new Error(answer.text)
    return (performance.now() - started) / 1000
  }
  const parseSeconds = await timed('/resumes/parse', soundInputs.parseResume)
  return { parseSeconds, matchSeconds: await timed('/matches/resume-jd', soundInputs.matchResumeToJd) }
}

/**
 * Replays of one keyed match use the whole path except the engine, and don't use up the demo account's
 * points.
 */
async function manyCalls(service: ServiceProcess, key: string): Promise<number> {
  const body = JSON.stringify(soundInputs.matchResumeToJd)
  const request = postRequest(`${apiPrefix}/matches/resume-jd`, key, body, { 'idempotency-key': 'bench' })
  await exchange(service.url, {
    path: `${apiPrefix}/matches/resume-jd`,
    body: soundInputs.matchResumeToJd,
    key,
    idempotencyKey: 'bench',
  })
  const result = await load({
    url: service.url,
    parallel: 32,
    answersMax: calls,
    seconds: 60,
    request: () => request,
  })
  if (result.failures > 0) throw new Error(`${result.failures} failures`)
  return result.perSecond
}

async function residentMb(service: ServiceProcess): Promise<number> {
  const { text } = await exchange(service.opsUrl, { path: '/metrics' })
  return Math.round(Number(/process_resident_memory_bytes (\d+)/.exec(text)?.[1]) / 1024 / 1024)
}
