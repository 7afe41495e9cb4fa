import { expect, test } from 'vitest'
import { openPage, type SignedInAccount, signedIn } from '../support/console.ts'
import { batchInput } from '../support/inputs.ts'
import { atOnce, scriptedEngine, usualMatch } from '../support/scripted-engine.ts'
import { until } from '../support/until.ts'
import { useWorld } from '../support/world.ts'

const engine = scriptedEngine()
const world = useWorld({ engine, batchConcurrency: 1 })
const found = {
  ...usualMatch,
  recommendation: '=1+1',
  strengths: ['Go（“使用 Go”）'],
  gaps: ['云计算'],
  requirements: [
    { text: '熟练使用 Go', priority: 'must', kind: 'skill', status: 'met', evidence: '使用 Go' },
  ] as (typeof usualMatch)['requirements'],
}
engine.answerMatchWith(found)

async function started({ page }: SignedInAccount, candidates: number, label?: string): Promise<string> {
  const { body } = await page.call('startBatch', { body: { ...batchInput(candidates), label } })
  return body.batch_id
}
async function ended({ page }: SignedInAccount, id: string) {
  await until(async () => (await page.call('readBatch', { id })).body.head.status !== 'running')
  return (await page.call('readBatch', { id })).body
}

test('a batch is shown with its ranking and the findings on each candidate', async () => {
  const account = await signedIn(world())
  engine.scoreBy(({ resumeText }) => (resumeText.includes('编号 2') ? 80 : 40))
  const id = await started(account, 3, '十一月')
  const { head, items, summary } = await ended(account, id)
  engine.scoreBy(null)
  expect(head).toMatchObject({ batch_id: id, label: '十一月', status: 'done', total: 3, completed: 3 })
  expect(head).toMatchObject({ billing_status: 'settled', billed_point_cents: 300 })
  expect(items.map(({ index, score, state }: Record<string, unknown>) => [index, score, state])).toEqual([
    [1, 80, 'scored'],
    [0, 40, 'scored'],
    [2, 40, 'scored'],
  ])
  const { strengths, gaps, requirements } = found
  expect(items[0]).toMatchObject({ strengths, gaps, requirements })
  expect(summary.counts).toEqual({ total: 3, scored: 3, failed: 0 })
})

test('batches are listed in pages, the newest first, never those of others', async () => {
  const account = await signedIn(world())
  const other = await signedIn(world())
  await started(other, 1)
  const ids: string[] = []
  for (let made = 0; made < 3; made += 1) ids.push(await started(account, 1))
  const first = await account.page.call('listBatches', { query: { limit: 2 } })
  const rest = await account.page.call('listBatches', { query: { limit: 2, cursor: first.body.next } })
  const listed = [...first.body.items, ...rest.body.items].map(({ batch_id }) => batch_id)
  expect(listed).toEqual(ids.toReversed())
  expect(rest.body.next).toBeNull()
  const wrong = await account.page.call('listBatches', { query: { cursor: 'abc' } })
  expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_input'])
  const id = ids[0] ?? ''
  for (const name of ['readBatch', 'downloadBatch', 'deleteBatch'] as const) {
    const answer = await other.page.call(name, { id })
    expect([name, answer.status, answer.body.error]).toEqual([name, 404, 'not_found'])
    const nobody = await openPage(world().url).call(name, { id })
    expect([name, nobody.status]).toEqual([name, 401])
  }
  expect((await openPage(world().url).call('listBatches')).status).toBe(401)
})

test('the file of a ranking contains no formula', async () => {
  const account = await signedIn(world())
  const id = await started(account, 1)
  await ended(account, id)
  const file = await account.page.call('downloadBatch', { id })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toBe(`attachment; filename="batch-${id}.csv"`)
  const [heading, line] = file.text.split('\r\n')
  expect(heading).toBe('\ufeffrank,candidate,score,state,tags,recommendation,strengths,gaps')
  expect(line).toMatch(/^1,候选人 1,50,scored,.*,'=1\+1,/)
})

test('an ended batch is deleted for good, a running one is not', async () => {
  const account = await signedIn(world())
  const gate = Promise.withResolvers<void>()
  engine.behave(() => gate.promise)
  const id = await started(account, 1)
  const running = await account.page.call('deleteBatch', { id })
  expect([running.status, running.body.error]).toEqual([409, 'conflict'])
  gate.resolve()
  engine.behave(atOnce)
  await ended(account, id)
  expect((await account.page.call('deleteBatch', { id })).status).toBe(204)
  expect((await account.page.call('readBatch', { id })).status).toBe(404)
  expect((await account.page.call('listBatches')).body.items).toEqual([])
})
