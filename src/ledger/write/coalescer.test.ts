import { describe, expect, test, vi } from 'vitest'
import { fakeClock, systemClock } from '../../kit/index.ts'

import { type CoalescerOptions, createCoalescer } from './coalescer.ts'
import type { AccountCommands } from './pending.ts'

const command = { kind: 'expire' } as const
const done = { kind: 'done', expiredGrants: 0 } as const
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

/** A coalescer whose groups end when the test ends them. */
function setUp(options: Partial<CoalescerOptions> = {}) {
  const groups: { accounts: readonly AccountCommands[]; end: (locked?: string) => void }[] = []
  const waits: (() => void)[] = []
  const answer = ({ pending }: AccountCommands) => {
    for (const each of pending) each.answer(done)
  }
  const commit = (accounts: readonly AccountCommands[]) =>
    new Promise<readonly AccountCommands[]>((resolve) => {
      const end = (locked?: string) => {
        for (const account of accounts) if (account.accountId !== locked) answer(account)
        resolve(accounts.filter(({ accountId }) => accountId === locked))
      }
      groups.push({ accounts, end })
    })
  const waitForLock = (account: AccountCommands) =>
    new Promise<void>((resolve) => {
      waits.push(() => {
        answer(account)
        resolve()
      })
    })
  const bounds = { groupsMax: 3, groupCommandsMin: 2, groupCommandsMax: 6, commandsMax: 100, waitMs: 5_000 }
  const coalescer = createCoalescer({ commit, waitForLock, clock: systemClock(), ...bounds, ...options })
  const sizes = () =>
    groups.map(({ accounts }) =>
      Object.fromEntries(accounts.map(({ accountId, pending }) => [accountId, pending.length])),
    )
  const submit = (...accountIds: string[]) =>
    accountIds.map((accountId) => coalescer.submit(accountId, command))
  return { coalescer, groups, waits, sizes, submit }
}

describe('the coalescer', () => {
  test('sends a single command immediately and combines commands that arrive meanwhile', async () => {
    const { groups, sizes, submit } = setUp()
    const first = submit('a')
    await turn()
    expect(sizes()).toEqual([{ a: 1 }])
    const later = submit('a', 'a', 'a')
    await turn()
    expect(groups).toHaveLength(1)
    groups[0]?.end()
    await Promise.all(first)
    await turn()
    expect(sizes()).toEqual([{ a: 1 }, { a: 3 }])
    groups[1]?.end()
    await Promise.all(later)
  })

  test('has an account in one group at a time, and continues with the others', async () => {
    const { groups, sizes, submit } = setUp()
    submit('a')
    await turn()
    submit('a', 'b')
    await turn()
    expect(sizes()).toEqual([{ a: 1 }, { b: 1 }])
    groups[0]?.end()
    await turn()
    expect(sizes()).toEqual([{ a: 1 }, { b: 1 }, { a: 1 }])
  })

  test('spreads waiting commands over the free groups, but no account over two', async () => {
    const { sizes, submit } = setUp()
    submit('a', 'b', 'c', 'd', 'e', 'f', 'a', 'a')
    await turn()
    expect(sizes()).toEqual([{ a: 3 }, { b: 1, c: 1, d: 1 }, { e: 1, f: 1 }])
  })

  test('removes a locked account from its group: the others continue, and its own commands wait', async () => {
    const { coalescer, groups, waits, sizes, submit } = setUp({ groupsMax: 1 })
    const calls = submit('a', 'b')
    await turn()
    calls.push(...submit('a', 'b'))
    groups[0]?.end('a')
    await turn()
    expect(sizes()).toEqual([{ a: 1, b: 1 }, { b: 1 }])
    groups[1]?.end()
    const closing = coalescer.close()
    await turn()
    expect(groups).toHaveLength(2)
    waits[0]?.()
    await turn()
    expect(sizes()[2]).toEqual({ a: 1 })
    groups[2]?.end()
    await Promise.all(calls)
    await closing
  })

  test('takes no more than a group holds; a busy account lets the others pass', async () => {
    const { groups, sizes, submit } = setUp({ groupsMax: 1 })
    submit(...Array.from({ length: 8 }, () => 'a'), 'b')
    await turn()
    groups[0]?.end()
    await turn()
    groups[1]?.end()
    await turn()
    expect(sizes()).toEqual([{ a: 6 }, { b: 1, a: 2 }])
  })

  test('refuses commands above its maximum, and accepts them again below it', async () => {
    const { groups, submit } = setUp({ commandsMax: 2 })
    const [first] = submit('a', 'b')
    await expect(submit('c')[0]).rejects.toMatchObject({ code: 'internal_error' })
    await turn()
    groups[0]?.end()
    await first
    submit('c')
    await turn()
    expect(groups).toHaveLength(2)
  })

  test('fails commands that waited too long, even if no group ends', async () => {
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

  test('closes when every command is answered, and refuses later ones', async () => {
    const { coalescer, groups, submit } = setUp()
    const calls = submit('a')
    await turn()
    calls.push(...submit('a'))
    let closed = false
    const closing = coalescer.close().then(() => {
      closed = true
    })
    await expect(submit('b')[0]).rejects.toMatchObject({ code: 'internal_error' })
    groups[0]?.end()
    await turn()
    expect(closed).toBe(false)
    groups[1]?.end()
    await closing
    await Promise.all(calls)
    await coalescer.close()
  })
})
