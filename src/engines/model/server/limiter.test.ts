import { expect, test } from 'vitest'
import type { TaskOwner } from '../../../contract/index.ts'
import { fakeClock } from '../../../kit/index.ts'
import { createLimiter, LimiterFull, type Slot } from './limiter.ts'

const never = new AbortController().signal

/** A limiter, and accounts that record when they wait and work. */
function world(slotsMax: number, waitingMax = 100) {
  const clock = fakeClock()
  const limiter = createLimiter({ slotsMax, waitingMax, patienceMs: 10_000, clock })
  const counts = new Map<string, { waiting: number; working: number }>()
  const ownerOf = (key: string): TaskOwner => {
    const count = counts.get(key) ?? { waiting: 0, working: 0 }
    counts.set(key, count)
    return {
      key,
      waiting: (change) => {
        count.waiting += change
      },
      working: (change) => {
        count.working += change
      },
    }
  }
  const held: [string, Slot][] = []
  const ask = (account: string, signal = never) =>
    limiter.acquire(ownerOf(account), signal).then((slot) => {
      held.push([account, slot])
    })
  return { clock, limiter, counts, held, ask, names: () => held.map(([account]) => account).join('') }
}

test('accounts are served in rotation, however many questions one has', async () => {
  const { ask, held, names, counts } = world(1)
  for (const account of 'aaaab') ask(account)
  await settled()
  for (let at = 0; at < 4; at += 1) {
    held[at]?.[1].release('answered')
    await settled()
  }
  expect(names()).toBe('abaaa')
  expect(counts.get('a')).toEqual({ waiting: 0, working: 1 })
  expect(counts.get('b')).toEqual({ waiting: 0, working: 0 })
})

test('one of four slots is reserved for an account without one', async () => {
  const { ask, names, limiter } = world(4)
  for (const account of 'aaaa') ask(account)
  await settled()
  expect([names(), limiter.state()]).toEqual(['aaa', { slots: 4, working: 3, waiting: 1 }])
  ask('b')
  await settled()
  expect(names()).toBe('aaab')
})

test('a 429 halves the slots once for all running requests, and answers raise them again', async () => {
  const { ask, held, limiter } = world(16)
  for (const account of 'abcdefgh') ask(account)
  await settled()
  const release = (from: number, to: number, how: 'busy' | 'answered') => {
    for (const [, slot] of held.slice(from, to)) slot.release(how)
  }
  release(0, 4, 'busy')
  expect(limiter.state().slots).toBe(8)
  // A second release has no effect.
  release(0, 4, 'busy')
  expect(limiter.state()).toEqual({ slots: 8, working: 4, waiting: 0 })
  for (const account of 'ijkl') ask(account)
  await settled()
  release(8, 9, 'busy')
  expect(limiter.state().slots).toBe(4)
  // A round of answers adds one slot, up to the configured maximum.
  release(4, 8, 'answered')
  ask('m')
  await settled()
  release(12, 13, 'answered')
  expect(limiter.state().slots).toBe(5)
})

test('at least one slot always remains', async () => {
  const { ask, held, limiter } = world(2)
  for (let at = 0; at < 5; at += 1) {
    ask('a')
    await settled()
    held[at]?.[1].release('busy')
  }
  expect(limiter.state().slots).toBe(1)
})

test('no question enters before the end of a pause that the server asked for', async () => {
  const { ask, held, names, clock, limiter } = world(3)
  ask('a')
  await settled()
  held[0]?.[1].release('busy', 30)
  ask('b')
  await settled()
  expect([names(), limiter.state().waiting]).toEqual(['a', 1])
  clock.advance(31)
  await expect.poll(names).toBe('ab')
})

test("a pause longer than the question's time is refused immediately", async () => {
  const { ask, held, clock } = world(3)
  ask('a')
  await settled()
  held[0]?.[1].release('busy', 60_000)
  await expect(ask('b')).rejects.toBeInstanceOf(LimiterFull)
  clock.advance(60_001)
  await ask('b')
})

test('when the queue is full, the last question of the account with the most is refused', async () => {
  const { ask, limiter } = world(1, 2)
  ask('a')
  ask('a')
  const last = ask('a')
  const other = ask('b')
  await expect(last).rejects.toBeInstanceOf(LimiterFull)
  expect(limiter.state()).toMatchObject({ working: 1, waiting: 2 })
  await Promise.race([other, settled()])
})

test('an aborted wait leaves the queue and takes no slot', async () => {
  const { ask, held, names, counts } = world(1)
  ask('a')
  const controller = new AbortController()
  const leaving = ask('b', controller.signal)
  ask('c')
  await settled()
  controller.abort()
  await expect(leaving).rejects.toMatchObject({ name: 'AbortError' })
  held[0]?.[1].release('other')
  await settled()
  expect(names()).toBe('ac')
  expect(counts.get('b')).toEqual({ waiting: 0, working: 0 })
  await expect(ask('d', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
})

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
