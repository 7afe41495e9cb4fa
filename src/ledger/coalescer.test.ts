import { describe, expect, test, vi } from 'vitest'
import { fakeClock, systemClock } from '../kit/index.ts'
import type { AccountCalls } from './call.ts'
import { type CoalescerOptions, createCoalescer } from './coalescer.ts'

const command = { kind: 'expire' } as const
const done = { kind: 'done', expiredGrants: 0 } as const
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

/** A coalescer whose rounds end when the test ends them. */
function setUp(options: Partial<CoalescerOptions> = {}) {
  const rounds: { accounts: readonly AccountCalls[]; end: (locked?: string) => void }[] = []
  const waits: (() => void)[] = []
  const answer = ({ calls }: AccountCalls) => {
    for (const call of calls) call.answer(done)
  }
  const run = (accounts: readonly AccountCalls[]) =>
    new Promise<readonly AccountCalls[]>((resolve) => {
      const end = (locked?: string) => {
        for (const account of accounts) if (account.accountId !== locked) answer(account)
        resolve(accounts.filter(({ accountId }) => accountId === locked))
      }
      rounds.push({ accounts, end })
    })
  const wait = (account: AccountCalls) =>
    new Promise<void>((resolve) => {
      waits.push(() => {
        answer(account)
        resolve()
      })
    })
  const bounds = { roundsMax: 3, roundCommandsMin: 2, roundCommandsMax: 6, callsMax: 100, waitMs: 5_000 }
  const coalescer = createCoalescer({ run, wait, clock: systemClock(), ...bounds, ...options })
  const sizes = () =>
    rounds.map(({ accounts }) =>
      Object.fromEntries(accounts.map(({ accountId, calls }) => [accountId, calls.length])),
    )
  const submit = (...accountIds: string[]) =>
    accountIds.map((accountId) => coalescer.submit(accountId, command))
  return { coalescer, rounds, waits, sizes, submit }
}

describe('the coalescer', () => {
  test('sends a single call immediately and coalesces calls that arrive meanwhile', async () => {
    const { rounds, sizes, submit } = setUp()
    const first = submit('a')
    await turn()
    expect(sizes()).toEqual([{ a: 1 }])
    const later = submit('a', 'a', 'a')
    await turn()
    expect(rounds).toHaveLength(1)
    rounds[0]?.end()
    await Promise.all(first)
    await turn()
    expect(sizes()).toEqual([{ a: 1 }, { a: 3 }])
    rounds[1]?.end()
    await Promise.all(later)
  })

  test('has an account in one round at a time, and goes on with the others', async () => {
    const { rounds, sizes, submit } = setUp()
    submit('a')
    await turn()
    submit('a', 'b')
    await turn()
    expect(sizes()).toEqual([{ a: 1 }, { b: 1 }])
    rounds[0]?.end()
    await turn()
    expect(sizes()).toEqual([{ a: 1 }, { b: 1 }, { a: 1 }])
  })

  test('spreads what waits over the rounds that are free, but no account over two', async () => {
    const { sizes, submit } = setUp()
    submit('a', 'b', 'c', 'd', 'e', 'f', 'a', 'a')
    await turn()
    expect(sizes()).toEqual([{ a: 3 }, { b: 1, c: 1, d: 1 }, { e: 1, f: 1 }])
  })

  test('an account that is locked leaves its round: the others go on, and its own calls wait for it', async () => {
    const { coalescer, rounds, waits, sizes, submit } = setUp({ roundsMax: 1 })
    const calls = submit('a', 'b')
    await turn()
    calls.push(...submit('a', 'b'))
    rounds[0]?.end('a')
    await turn()
    expect(sizes()).toEqual([{ a: 1, b: 1 }, { b: 1 }])
    rounds[1]?.end()
    const closing = coalescer.close()
    await turn()
    expect(rounds).toHaveLength(2)
    waits[0]?.()
    await turn()
    expect(sizes()[2]).toEqual({ a: 1 })
    rounds[2]?.end()
    await Promise.all(calls)
    await closing
  })

  test('takes no more than a round holds; an account with much to do lets the others by', async () => {
    const { rounds, sizes, submit } = setUp({ roundsMax: 1 })
    submit(...Array.from({ length: 8 }, () => 'a'), 'b')
    await turn()
    rounds[0]?.end()
    await turn()
    rounds[1]?.end()
    await turn()
    expect(sizes()).toEqual([{ a: 6 }, { b: 1, a: 2 }])
  })

  test('refuses more calls than it may keep, and takes calls again when there is room', async () => {
    const { rounds, submit } = setUp({ callsMax: 2 })
    const [first] = submit('a', 'b')
    await expect(submit('c')[0]).rejects.toMatchObject({ code: 'internal_error' })
    await turn()
    rounds[0]?.end()
    await first
    submit('c')
    await turn()
    expect(rounds).toHaveLength(2)
  })

  test('tells those that waited too long, though no round ever ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const clock = fakeClock()
    const { submit } = setUp({ clock, waitMs: 1_500 })
    submit('a')
    await turn()
    const [waiting] = submit('a')
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'internal_error' })
    clock.advance(1_000)
    vi.advanceTimersByTime(1_000)
    clock.advance(1_000)
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    await outcome
  })

  test('closes when all is answered, and refuses what comes after', async () => {
    const { coalescer, rounds, submit } = setUp()
    const calls = submit('a')
    await turn()
    calls.push(...submit('a'))
    let closed = false
    const closing = coalescer.close().then(() => {
      closed = true
    })
    await expect(submit('b')[0]).rejects.toMatchObject({ code: 'internal_error' })
    rounds[0]?.end()
    await turn()
    expect(closed).toBe(false)
    rounds[1]?.end()
    await closing
    await Promise.all(calls)
    await coalescer.close()
  })
})
