import { describe, expect, test } from 'vitest'
import { type BatchRecord, createClient } from '../../packages/client/src/index.ts'
import { json, refusal, type Scripted, useScriptedServer } from './scripted-server.ts'

/** Batches from start to end, with a server whose answers the test defines. */

const server = useScriptedServer()
const client = () => createClient({ baseUrl: server.url, apiKey: 'k' })
const input = { jd_text: '任职要求：3 年以上 Go 开发经验', resumes: [{ text: 'Go' }, { text: 'Java' }] }

const started = json(200, {
  ok: true,
  request_id: 'r',
  data: { batch_id: 'b1', status: 'running', total: 2 },
})
const record = (status: string, completed: number): Scripted => {
  const data = { batch_id: 'b1', status, total: 2, completed }
  return json(200, { ok: true, request_id: 'r', data }, status === 'running' ? { 'retry-after': '0' } : {})
}
const seen = ({ status, completed }: BatchRecord) => `${status} ${completed}`
async function all(progress: AsyncIterable<BatchRecord>): Promise<string[]> {
  const records: string[] = []
  for await (const each of progress) records.push(seen(each))
  return records
}
const polls = () => server.requests.filter(({ method }) => method === 'GET').length
const starts = () => server.requests.length - polls()

describe('a screening', () => {
  test('reports progress and ends with the result', async () => {
    const running = [record('running', 0), record('running', 0), record('running', 1), record('running', 1)]
    server.answer(started, ...running, record('partial', 2))
    const screening = client().screenBatch(input)
    expect(await all(screening)).toEqual(['running 0', 'running 1', 'partial 2'])
    expect([starts(), polls()]).toEqual([1, 5])
    expect(seen(await screening.result())).toBe('partial 2')
    expect((await screening.started()).data.batch_id).toBe('b1')
    expect(starts()).toBe(1)
  })
  test.each(['done', 'partial', 'failed'])('that is %s has ended', async (status) => {
    server.answer(started, record(status, 2))
    expect(seen(await client().screenBatch(input).result())).toBe(`${status} 2`)
    expect(polls()).toBe(1)
  })
  test('is started once for several readers', async () => {
    server.answer(started, record('running', 0), record('running', 1), record('done', 2))
    const screening = client().screenBatch(input)
    await Promise.all([screening.result(), screening.result(), screening.started(), all(screening)])
    expect(starts()).toBe(1)
  })
  test('sends nothing until it is used', async () => {
    client().screenBatch(input)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.requests).toHaveLength(0)
  })
  test("that can't be paid ends with that error for every reader", async () => {
    server.answer(refusal(402, 'insufficient_points'))
    const screening = client().screenBatch(input)
    for (const asked of [screening.result(), all(screening), screening.started()]) {
      await expect(asked).rejects.toMatchObject({ code: 'insufficient_points' })
    }
    expect(server.requests).toHaveLength(1)
  })
  test('survives a poll that breaks', async () => {
    const drop: Scripted = (response) => void response.socket?.destroy()
    server.answer(started, record('running', 0), drop, record('done', 2))
    expect(await all(client().screenBatch(input))).toEqual(['running 0', 'done 2'])
  })
  test('ends between two polls if its caller aborts', async () => {
    const patient = json(200, { ok: true, data: { status: 'running', completed: 0 } }, { 'retry-after': '5' })
    server.answer(started, patient)
    const controller = new AbortController()
    const reason = new Error('enough')
    const records: string[] = []
    const looping = (async () => {
      for await (const each of client().screenBatch(input, { signal: controller.signal })) {
        records.push(seen(each))
        setTimeout(() => controller.abort(reason), 20)
      }
    })()
    const startedMs = performance.now()
    await expect(looping).rejects.toBe(reason)
    expect(performance.now() - startedMs).toBeLessThan(4_000)
    expect([records, polls()]).toEqual([['running 0'], 1])
  })
  test('whose loop ends is no longer polled', async () => {
    server.answer(started, record('running', 0), record('running', 1))
    for await (const _ of client().screenBatch(input)) break
    const before = polls()
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(polls()).toBe(before)
  })
})

test('an earlier batch is followed by its id', async () => {
  server.answer(record('running', 1), record('done', 2))
  const progress = client().followBatch('b1')
  expect(await all(progress)).toEqual(['running 1', 'done 2'])
  expect(server.requests.map(({ path }) => path)).toEqual(Array(2).fill('/api/open/v1/batches/b1'))
})
