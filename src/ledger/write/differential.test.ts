import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { defaultTerms } from '../../contract/index.ts'
import { createRecentMap, createSealer, fakeClock, randomIds } from '../../kit/index.ts'
import { sql } from '../../store/index.ts'
import { verify } from '../read/verify.ts'
import type { Answer } from '../rules/command.ts'
import { createMemoryLedger } from '../rules/memory-ledger.test-model.ts'
import { createCalendar } from '../rules/quota.ts'
import { anyPauseMs, anyStep, createCommander } from '../rules/random-steps.test-model.ts'
import type { AccountState } from '../rules/state.ts'
import { replyContext } from '../seal-contexts.ts'
import { createCoalescer } from './coalescer.ts'
import { createGroupCommit } from './group-commit.ts'

const ids = randomIds()
const { database, drop } = await createTestDatabase({ poolSize: 4 })
afterAll(drop)

const clock = fakeClock('2026-01-15T15:59:00Z')
const terms = { ...defaultTerms, quotaDaily: 25 }
let currentAccount = ''
const sealer = createSealer(ids.bytes(32), ids)

/** A separate process: its cached accounts go stale while the other process works. */
function aProcess() {
  const cache = createRecentMap<AccountState>(10)
  const calendar = createCalendar(terms.quotaTimeZone)
  const context = () => {
    const nowMs = clock.now().getTime()
    return { nowMs, period: calendar.at(nowMs), terms, newId: () => ids.uuid() }
  }
  const groupCommit = createGroupCommit({ database, clock, sealer, cache, context })
  const bounds = {
    groupsMax: 3,
    groupCommandsMin: 8,
    groupCommandsMax: 512,
    commandsMax: 1_000,
    waitMs: 10_000,
  }
  return createCoalescer({ ...groupCommit, clock, ...bounds })
}

const history = fc.array(
  fc.record({
    pauseMs: anyPauseMs,
    process: fc.nat({ max: 1 }),
    steps: fc.array(anyStep, { minLength: 1, maxLength: 10 }),
  }),
  { maxLength: 8 },
)

test('two processes on a database answer every command like the ledger in memory', {
  timeout: 120_000,
}, async () => {
  const processes = [aProcess(), aProcess()]
  await fc.assert(
    fc.asyncProperty(history, async (moments) => {
      const accountId = ids.uuid()
      currentAccount = accountId
      await database.run(sql`insert into ledger_accounts (account_id) values (${accountId})`)
      const memory = createMemoryLedger(accountId, terms)
      const toCommand = createCommander(() => ids.uuid())
      for (const { pauseMs, process, steps } of moments) {
        clock.advance(pauseMs)
        const nowMs = clock.now().getTime()
        const commands = steps.map((step) => toCommand(step, nowMs))
        const submit = processes[process]?.submit
        if (submit === undefined) throw new Error('no such process')
        const answers = await Promise.all(commands.map((command) => submit(accountId, command)))
        const expected = commands.flatMap((command) => memory.run([command], nowMs))
        expect(answers.map(comparable)).toEqual(expected.map(comparable))
      }
      const row = await database.one<object>(sql`
        select held, promotion + signup_bonus + resource_pack + paid as left, day_count
        from ledger_accounts where account_id = ${accountId}`)
      const { held, grants, counters } = memory.state()
      const left = grants.reduce((sum, grant) => sum + grant.remaining, 0)
      expect(row).toEqual({ held, left, day_count: counters.dayCount })
    }),
    { numRuns: 25, endOnFailure: true },
  )
  // The reasons of withdrawals are written outside of the commands.
  const { differences } = await verify(database)
  expect(differences.filter(({ what }) => !what.startsWith('reasons of '))).toEqual([])
})

/** A stored reply comes back sealed, so it is opened first; failures are compared by their message. */
function comparable(answer: Answer): unknown {
  if (answer.kind === 'done') return answer.kind
  if (answer.kind === 'failed') return String(answer.error)
  return answer.kind === 'stored_reply' ? { ...answer, reply: opened(answer) } : answer
}

function opened({ reply, replyOf }: Extract<Answer, { kind: 'stored_reply' }>): string {
  const bytes = reply.sealed ? sealer.open(reply.bytes, replyContext(currentAccount, replyOf)) : reply.bytes
  return Buffer.from(bytes ?? []).toString('utf8')
}
