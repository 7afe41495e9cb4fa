import { afterAll, beforeAll, expect, test } from 'vitest'
import { runChaos } from '../support/chaos.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/**
 * A short run on every `npm test`. The long one: CHAOS_ROUNDS=300 npm test -- test/service/chaos.test.ts;
 * another order of events: CHAOS_SEED=7.
 */
const rounds = Number(process.env.CHAOS_ROUNDS ?? 12)
const seed = Number(process.env.CHAOS_SEED ?? 1)

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
})
afterAll(() => made.drop())

test(
  `${rounds} rounds of kill -9: every accepted batch ends, and every charge is correct`,
  async () => {
    const { database, url: databaseUrl } = made
    const report = await runChaos({ seed, rounds, database, databaseUrl })
    console.log(JSON.stringify({ seed, rounds, ...report, wrong: report.wrong.length }))
    expect(report.wrong, `seed ${seed}`).toEqual([])
    expect(report.accepted).toBeGreaterThanOrEqual(rounds)
    expect(report.kills + report.stops).toBe(rounds)
    expect(report.settledAfterMs).toBeLessThan(60_000)
  },
  // Far longer than needed; it only catches hangs.
  300_000 + rounds * 10_000,
)
