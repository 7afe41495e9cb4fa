import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createChatModel } from '../src/engines/index.ts'
import type { Row } from './run.ts'
import { chinesePair } from './support/job-texts.ts'

/**
 * Measures the client of a model's server: its own CPU time per call, and 200 parallel calls to a slow
 * server. Those show its memory, its fairness, and the time until the server notices a cancelled call.
 */
export async function run(): Promise<Row[]> {
  const child = fork(fileURLToPath(new URL('./support/model-server.ts', import.meta.url)))
  const [port] = await once(child, 'message')
  const baseUrl = `http://127.0.0.1:${port}/v1`
  try {
    const rows: Row[] = []
    rows.push(await cpuOf(baseUrl, 'an answer that comes at once', 'first-0-chunk-0', 300, 1))
    rows.push(await cpuOf(baseUrl, 'an answer of single tokens, 5 ms apart', 'first-0-chunk-5', 120, 24))
    rows.push(...(await parallel(baseUrl)))
    rows.push(await cancel(baseUrl, Number(port)))
    return rows
  } finally {
    child.disconnect()
  }
}

const system = `You judge resumes.\n${'A requirement is met where the resume says so. '.repeat(40)}`
const schema = {
  type: 'object',
  properties: {
    verdicts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          requirement: { type: 'integer' },
          status: { type: 'string', enum: ['met', 'partly', 'not_met'] },
          quote: { type: 'string' },
        },
        required: ['requirement', 'status', 'quote'],
        additionalProperties: false,
      },
    },
  },
  required: ['verdicts'],
  additionalProperties: false,
}

function questionOf(number: number) {
  const { resumeText, jdText } = chinesePair(number)
  const check = (value: unknown) => ({ value })
  const user = `${jdText}\n\n${resumeText}`
  return { system, user, schema: { name: 'verdicts', schema }, check, completionTokensMax: 2_000 }
}

type Model = ReturnType<typeof createChatModel>

function modelAt(baseUrl: string, model: string, concurrencyMax: number): Model {
  return createChatModel({ baseUrl, apiKey: null, model, concurrencyMax, timeoutMs: 55_000 })
}

const ownerOf = (key: string) => ({ key, waiting: () => {}, working: () => {} })
const never = new AbortController().signal

async function cpuOf(
  baseUrl: string,
  what: string,
  name: string,
  calls: number,
  atOnce: number,
): Promise<Row> {
  const model = modelAt(baseUrl, name, atOnce)
  const ask = (number: number) => model.ask(questionOf(number), never, ownerOf(`account ${number % 4}`))
  const askAll = (count: number) => Promise.all(Array.from({ length: count }, (_, number) => ask(number)))
  const many = async (count: number) => {
    for (let done = 0; done < count; done += atOnce) await askAll(atOnce)
  }
  await many(calls / 3)
  const before = process.cpuUsage()
  await many(calls)
  const { user, system } = process.cpuUsage(before)
  await model.close()
  return { what: `own CPU a call, ${what}`, 'CPU ms': ((user + system) / 1_000 / calls).toFixed(2) }
}

/**
 * 150 calls of one account, then 50 of five others. The server takes a second per call and 16 calls in
 * parallel.
 */
async function parallel(baseUrl: string): Promise<Row[]> {
  const model = modelAt(baseUrl, 'first-1000-chunk-0', 16)
  await model.ask(questionOf(0), never)
  const rssBefore = process.memoryUsage().rss
  const started = performance.now()
  const endedMs = new Map<string, number[]>()
  let rssMost = rssBefore
  const ask = async (account: string, number: number) => {
    await model.ask(questionOf(number), never, ownerOf(account))
    rssMost = Math.max(rssMost, process.memoryUsage().rss)
    endedMs.set(account, [...(endedMs.get(account) ?? []), performance.now() - started])
  }
  const accounts = Array.from({ length: 200 }, (_, number) =>
    number < 150 ? 'large' : `small ${number % 5}`,
  )
  await Promise.all(accounts.map(ask))
  await model.close()
  const seconds = (list: readonly number[]) => (Math.max(...list) / 1_000).toFixed(1)
  const small = [...endedMs].filter(([account]) => account !== 'large').flatMap(([, list]) => list)
  return [
    {
      what: '200 calls at a time, 16 slots of a second: memory',
      MB: ((rssMost - rssBefore) / 1e6).toFixed(0),
    },
    { what: 'the last of 50 calls of five small accounts', s: seconds(small) },
    { what: 'the last of 150 calls of the large one before them', s: seconds(endedMs.get('large') ?? []) },
  ]
}

/** Cancels 200 running calls; measures the time until the server has ended the last one. */
async function cancel(baseUrl: string, port: number): Promise<Row> {
  const model = modelAt(baseUrl, 'first-30000-chunk-0', 201)
  const controller = new AbortController()
  const asking = Array.from({ length: 200 }, (_, number) =>
    model.ask(questionOf(number), controller.signal, ownerOf(`account ${number % 4}`)).catch(() => {}),
  )
  const state = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/state`)
    return (await response.json()) as { working: number; hungUp: number }
  }
  while ((await state()).working < 200) await sleep(20)
  const started = performance.now()
  controller.abort()
  await Promise.all(asking)
  const rejectedMs = performance.now() - started
  while ((await state()).working > 0) await sleep(5)
  await model.close()
  const seen = `${(await state()).hungUp} seen by the server`
  return {
    what: `200 under way, cancelled: ${seen}`,
    ms: `${rejectedMs.toFixed(0)}, server ${(performance.now() - started).toFixed(0)}`,
  }
}
