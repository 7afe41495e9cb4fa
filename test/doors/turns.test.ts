import { expect, test } from 'vitest'
import { batchInput, chargedOperations, soundInputs } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { until } from '../support/until.ts'
import { useWorld } from '../support/world.ts'

/** The threads of an engine are shared by all accounts: it is told whose each piece of work is. */

const engine = scriptedEngine()
const world = useWorld({ engine, batchConcurrency: 1 })
const ofTheEngine = chargedOperations.filter((name) => name !== 'parseResume')

test.each(ofTheEngine)('%s waits in the turn of its account', async (name) => {
  const account = await world().account()
  const before = engine.turns().length
  expect((await account.call(name, soundInputs[name])).status).toBe(200)
  const turns = engine.turns().slice(before)
  expect(turns.length).toBeGreaterThan(0)
  expect(new Set(turns)).toEqual(new Set([account.accountId]))
})

test('so do the candidates of a batch', async () => {
  const account = await world().account()
  const before = engine.turns().length
  await account.call('startBatchScreening', batchInput(2))
  await until(async () => (await account.balance()).held === 0)
  expect(engine.turns().slice(before)).toEqual([account.accountId, account.accountId])
})
