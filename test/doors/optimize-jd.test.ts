import { describe, expect, test } from 'vitest'
import { pointCents } from '../../src/contract/index.ts'
import { createBuiltinEngine, type Engine } from '../../src/engines/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { type TestAccount, useWorld } from '../support/world.ts'

/** The builtin engine's price is held and charged exactly; the order of checks stays the same. */

const builtin = createBuiltinEngine({ threads: 1 })
let quotes = 0
let isAway = false
const engine: Engine = {
  ...builtin,
  async quoteOptimize(...asked) {
    quotes += 1
    if (isAway) throw new Error('the engine is away')
    return builtin.quoteOptimize(...asked)
  },
  optimize: () => Promise.reject(new Error('the quote was the result')),
}
const cheap = useWorld({ engine, terms: { quotaDaily: 3 } })
/** Tokens are so expensive here that no call costs the minimum. */
const dear = useWorld({ engine, terms: { promptPointCentsPer1000: 70_001 } })

const input = soundInputs.optimizeJd
const topUp = (account: TestAccount, amount: number) =>
  dear().rooms.ledger.grant({
    ...{ accountId: account.accountId, kind: 'paid', expiresAt: null, note: null },
    pointCents: pointCents(amount),
  })

describe('a balance that covers the price', () => {
  test('is enough, though the upper bound is more', async () => {
    const account = await cheap().account({ pointCents: 100 })
    const answer = await account.call('optimizeJd', input)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.billing).toMatchObject({ billed_point_cents: 100, balance_point_cents: 0 })
    expect(answer.body.data.engine).toMatchObject({ name: 'builtin' })
    expect(await account.balance()).toEqual({ spendable: 0, held: 0 })
  })

  test('for two covers two parallel calls, and for less than two covers one', async () => {
    for (const [balance, statuses] of [
      [200, [200, 200]],
      [199, [200, 402]],
    ] as const) {
      const account = await cheap().account({ pointCents: balance })
      const answers = await Promise.all([1, 2].map(() => account.call('optimizeJd', input)))
      expect(answers.map(({ status }) => status).sort()).toEqual(statuses)
      expect(await account.balance()).toEqual({ spendable: balance % 200 === 0 ? 0 : 99, held: 0 })
    }
  })
})

test('402 reports the exact price: with that balance the same call succeeds, and nothing is left', async () => {
  const account = await dear().account({ pointCents: 150 })
  const refused = await account.call('optimizeJd', input, { idempotencyKey: 'k' })
  expect(refused).toMatchObject({ status: 402, body: { balance_point_cents: 150 } })
  expect(refused.text).not.toContain('content')
  const required = refused.body.required_point_cents
  expect(required).toBeGreaterThan(150)
  expect(await account.balance()).toEqual({ spendable: 150, held: 0 })
  await topUp(account, required - 151)
  expect((await account.call('optimizeJd', input, { idempotencyKey: 'k' })).body).toMatchObject({
    ...{ error: 'insufficient_points', required_point_cents: required },
    balance_point_cents: required - 1,
  })
  await topUp(account, 1)
  const accepted = await account.call('optimizeJd', input, { idempotencyKey: 'k' })
  expect(accepted.body.billing).toMatchObject({ billed_point_cents: required, balance_point_cents: 0 })
})

test('one key in two parallel calls is one charge', async () => {
  const account = await cheap().account({ pointCents: 200 })
  const answers = await Promise.all(
    [1, 2].map(() => account.call('optimizeJd', input, { idempotencyKey: 'k' })),
  )
  expect(answers.map(({ status }) => status)).toContain(200)
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(await account.balance()).toEqual({ spendable: 100, held: 0 })
})

test('429 comes before 402 and before any work; a replay before 429', async () => {
  const account = await cheap().account({ pointCents: 300 })
  const call = (idempotencyKey: string) => account.call('optimizeJd', input, { idempotencyKey })
  const first = await call('1')
  expect([first.status, (await call('2')).status, (await call('3')).status]).toEqual([200, 200, 200])
  const before = quotes
  const refused = await call('4')
  expect(refused).toMatchObject({
    status: 429,
    body: {
      error: 'open_api_quota_exceeded',
      detail: { window: 'daily', limit: 3, reset_seconds: Number(refused.headers['retry-after']) },
    },
  })
  expect(refused.headers.ratelimit).toContain('"daily";r=0')
  const again = await call('1')
  expect([again.status, again.text]).toEqual([200, first.text])
  expect((await account.call('optimizeJd', { jd_text: 5 })).status).toBe(400)
  expect(quotes).toBe(before)
})

test('500 without an engine holds, charges and counts nothing', async () => {
  const account = await cheap().account({ pointCents: 100 })
  isAway = true
  const failed = await account.call('optimizeJd', input, { idempotencyKey: 'k' })
  isAway = false
  expect(failed).toMatchObject({ status: 500, body: { detail: { reason: 'internal' } } })
  expect(await account.balance()).toEqual({ spendable: 100, held: 0 })
  const accepted = await account.call('optimizeJd', input, { idempotencyKey: 'k' })
  expect([accepted.status, accepted.headers.ratelimit]).toEqual([200, expect.stringContaining('"daily";r=2')])
})
