import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { pointCents } from '../../contract/index.ts'
import { type Database, type Statement, StoreError } from '../../store/index.ts'
import type { Ledger } from '../index.ts'
import {
  aCall,
  admitted,
  balanceOf,
  countRows,
  createFixture,
  give,
  ids,
  reply,
  settlement,
  withKey,
} from '../ledger.test-support.ts'

const { database, drop, ...fixture } = await createFixture()
afterAll(drop)

let sound: Ledger
let accountId: string

beforeEach(async () => {
  sound = fixture.process()
  accountId = await fixture.newAccount(sound)
})

const isWrite = (statement: Statement) => 'name' in statement && statement.name === 'ledger_write_round'
const lostConnection = () =>
  new StoreError('statement ledger_write_round: Connection terminated unexpectedly')

/** A connection that fails in a given way at each of the first writes outside a transaction. */
function troubled(...troubles: ((write: () => Promise<unknown>) => Promise<unknown>)[]): Database {
  const left = [...troubles]
  return {
    ...database,
    async one<Row>(statement: Statement): Promise<Row> {
      const trouble = isWrite(statement) ? left.shift() : undefined
      const run = () => database.one<Row>(statement)
      return trouble === undefined ? await run() : ((await trouble(run)) as Row)
    },
  }
}

const breaksBefore = () => Promise.reject(lostConnection())
async function breaksAfter(write: () => Promise<unknown>): Promise<never> {
  await write()
  throw lostConnection()
}

async function isSound(): Promise<void> {
  expect((await sound.verify()).differences).toEqual([])
}

describe('a broken connection', () => {
  test('before the write: the call is admitted and settled', async () => {
    const ledger = fixture.process({ through: troubled(breaksBefore, breaksBefore) })
    const hold = await admitted(ledger, accountId)
    expect(await ledger.settle(hold, settlement())).toMatchObject({ kind: 'settled' })
    expect(await balanceOf(sound, accountId)).toEqual([900, 0])
    await isSound()
  })

  test('after the write of an admission: it is admitted once and counted once', async () => {
    const ledger = fixture.process({ through: troubled(breaksAfter) })
    const admission = await ledger.admit(aCall(accountId, withKey('k')))
    expect(admission).toMatchObject({ kind: 'admitted', quota: { daily: { remaining: 999 } } })
    expect(await balanceOf(sound, accountId)).toEqual([900, 100])
    expect(await countRows(database, 'requests', accountId)).toBe(1)
    await isSound()
  })

  test('after the write of a settlement: it is charged once, and its answer is the stored reply', async () => {
    const hold = await admitted(sound, accountId, withKey('k'))
    const meanwhile = async (write: () => Promise<unknown>) => {
      await write()
      await give(sound, accountId, 'paid', 50)
      throw lostConnection()
    }
    const ledger = fixture.process({ through: troubled(meanwhile) })
    const settled = await ledger.settle(hold, settlement())
    expect(settled).toMatchObject({ kind: 'settled', billing: { balancePointCents: 900 } })
    const replay = await sound.admit(aCall(accountId, withKey('k')))
    expect(replay).toMatchObject({ kind: 'replay', reply: settled.kind === 'settled' && settled.reply })
    expect(await balanceOf(sound, accountId)).toEqual([950, 0])
    await isSound()
  })

  test('after the write of a grant: it is granted once', async () => {
    const ledger = fixture.process({ through: troubled(breaksAfter) })
    const { balance } = await give(ledger, accountId, 'promotion', 30)
    expect(balance.balancePointCents).toBe(1030)
    await isSound()
  })

  test('after the write of a release: the hold is gone', async () => {
    const hold = await admitted(sound, accountId)
    await fixture.process({ through: troubled(breaksAfter) }).release(hold)
    expect(await balanceOf(sound, accountId)).toEqual([1000, 0])
    await isSound()
  })

  test('in a group of many: each gets its own outcome', async () => {
    const ledger = fixture.process({ through: troubled(breaksAfter) })
    const others = await Promise.all([fixture.newAccount(sound), fixture.newAccount(sound, 50)])
    const answers = await Promise.all([...others, accountId, accountId].map((id) => ledger.admit(aCall(id))))
    expect(answers.map((answer) => answer.kind)).toEqual(['admitted', 'insufficient', 'admitted', 'admitted'])
    expect(await balanceOf(sound, accountId)).toEqual([800, 200])
    await isSound()
  })
})

describe('an unavailable database', () => {
  test('fails the calls with our error after a bounded time, and frees no hold', async () => {
    const away: Database = {
      ...database,
      one: () => Promise.reject(lostConnection()),
      transaction: () => {
        fixture.clock.advance(2_500)
        return Promise.reject(lostConnection())
      },
    }
    const ledger = fixture.process({ through: away })
    await expect(ledger.admit(aCall(accountId))).rejects.toMatchObject({
      code: 'internal_error',
      members: { detail: { reason: 'internal' } },
    })
    expect(await balanceOf(sound, accountId)).toEqual([1000, 0])
  })

  test('is used again when it returns', async () => {
    let tries = 0
    const restarting: Database = {
      ...database,
      one: (statement) => (tries < 2 ? Promise.reject(lostConnection()) : database.one(statement)),
      transaction: (work, options) => {
        tries += 1
        return tries < 2 ? Promise.reject(lostConnection()) : database.transaction(work, options)
      },
    }
    const ledger = fixture.process({ through: restarting })
    await admitted(ledger, accountId)
    await admitted(ledger, accountId)
    expect(await balanceOf(sound, accountId)).toEqual([800, 200])
  })
})

describe('a refused row', () => {
  test('fails its own call and no other', async () => {
    const badKey = { keyId: 'not a uuid' }
    const other = await fixture.newAccount(sound)
    const outcomes = await Promise.allSettled([
      sound.admit(aCall(accountId)),
      sound.admit(aCall(accountId, badKey)),
      sound.admit(aCall(accountId)),
      sound.admit(aCall(other)),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(await balanceOf(sound, accountId)).toEqual([800, 200])
    await isSound()
  })

  test('is not admitted again under the same id', async () => {
    const call = aCall(accountId)
    const [first, second] = await Promise.all([sound.admit(call), sound.admit(call)])
    expect([first.kind, second.kind]).toEqual(['admitted', 'admitted'])
    expect(await fixture.process().admit(call)).toMatchObject({ kind: 'admitted' })
    expect(await balanceOf(sound, accountId)).toEqual([900, 100])
    await isSound()
  })
})

describe('two processes on one account', () => {
  test('never spend a point twice, and both continue', async () => {
    const [one, two] = [fixture.process(), fixture.process()]
    const calls = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? one : two).admit(aCall(accountId)),
    )
    const kinds = (await Promise.all(calls)).map((admission) => admission.kind)
    expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(10)
    expect(kinds.filter((kind) => kind === 'insufficient')).toHaveLength(30)
    expect(await balanceOf(sound, accountId)).toEqual([0, 1000])
    await isSound()
  })

  test('admit one call for one key', async () => {
    const processes = Array.from({ length: 4 }, () => fixture.process())
    const admissions = await Promise.all(processes.map((each) => each.admit(aCall(accountId, withKey('k')))))
    const kinds = admissions.map((admission) => admission.kind).sort()
    expect(kinds).toEqual(['admitted', 'in_progress', 'in_progress', 'in_progress'])
    await isSound()
  })

  test('settle, release and sweep the same hold: it ends once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const hold = await admitted(sound, accountId, { leaseMs: 1 })
      const [one, two, three] = [fixture.process(), fixture.process(), fixture.process()]
      await three.sweep()
      fixture.clock.advance(1)
      const [settled] = await Promise.all([one.settle(hold, settlement()), two.release(hold), three.sweep()])
      const rows = await sound.usage({ accountId, limit: 1000 })
      const row = rows.find((each) => each.requestId === hold.requestId)
      expect(row?.state).toBe(settled.kind === 'settled' ? 'captured' : 'released')
      await give(sound, accountId, 'paid', row?.chargedPointCents === 100 ? 100 : 1)
    }
    await isSound()
  })

  test('wait for a caller’s transaction only until it ends', async () => {
    const { requestId } = await admitted(sound, accountId)
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const slow = database.transaction(async (tx) => {
      const command = { kind: 'hand_over', requestId, leaseMs: 1_000, reply } as const
      await sound.applyInTransaction(tx, accountId, [command])
      started.resolve()
      await finish.promise
    })
    await started.promise
    const waiting = sound.admit(aCall(accountId, { holdPointCents: pointCents(900), requestId: ids.uuid() }))
    setTimeout(finish.resolve, 100)
    await slow
    expect(await waiting).toMatchObject({ kind: 'admitted' })
    await isSound()
  })
})
