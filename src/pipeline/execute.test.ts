import { expect, test } from 'vitest'
import { type ExecuteHandler, fault, internalError, type Outcome, pointCents } from '../contract/index.ts'
import { systemClock } from '../kit/index.ts'
import { CallerGone, execute } from './execute.ts'

const outcome: Outcome = { data: {}, usage: {}, costPointCents: pointCents(1) }
const within = (workMs: number) => ({ workMs, waitMs: 1_000, key: 'a', clock: systemClock() })
const handler = (work: (signal: AbortSignal) => Promise<Outcome>): ExecuteHandler => ({
  kind: 'execute',
  operation: 'matchResumeToJd',
  quote: async (input) => ({ holdPointCents: pointCents(1), input }),
  timeoutMs: () => 1000,
  execute: (_input, signal) => work(signal),
})
const forEver = () => new Promise<Outcome>(() => {})

test('returns the outcome', async () => {
  expect(
    await execute(
      handler(async () => outcome),
      {},
      within(1000),
      null,
    ),
  ).toBe(outcome)
})

test('work that ignores its signal is abandoned at the time limit', async () => {
  await expect(execute(handler(forEver), {}, within(20), null)).rejects.toMatchObject({
    code: 'internal_error',
    members: { detail: { reason: 'timeout' } },
  })
})

test("the caller's own time limit has its own message; waiting for other calls is our fault", async () => {
  const timeoutMessage = 'the caller wished it'
  const reasonTimeout = { detail: { reason: 'timeout' } }
  const own = { ...within(20), timeoutMessage }
  const stopped = (signal: AbortSignal) =>
    new Promise<Outcome>((_, reject) =>
      signal.addEventListener('abort', () => reject(internalError('timeout'))),
    )
  for (const work of [forEver, stopped]) {
    await expect(execute(handler(work), {}, own, null)).rejects.toMatchObject({
      members: { ...reasonTimeout, message: timeoutMessage },
    })
  }
  const waiting: ExecuteHandler = {
    ...handler(forEver),
    execute(_input, _signal, owner) {
      owner.waiting(1)
      return forEver()
    },
  }
  const others = execute(waiting, {}, { ...own, workMs: 10_000, waitMs: 20 }, null)
  await expect(others).rejects.toMatchObject({ members: reasonTimeout })
  await expect(others).rejects.not.toMatchObject({ members: { message: timeoutMessage } })
  const broken = handler(async () => Promise.reject(new TypeError('x')))
  await expect(execute(broken, {}, { ...own, workMs: 1000 }, null)).rejects.not.toMatchObject({
    members: { message: timeoutMessage },
  })
})

test('a caller that disconnects aborts the work', async () => {
  const gone = new AbortController()
  const work = execute(handler(forEver), {}, within(10_000), gone.signal)
  gone.abort()
  await expect(work).rejects.toBeInstanceOf(CallerGone)
})

test('a fault of the work is passed on; any other error is internal', async () => {
  const refusing = handler(async () => Promise.reject(fault('invalid_input')))
  await expect(execute(refusing, {}, within(1000), null)).rejects.toMatchObject({ code: 'invalid_input' })
  const failing = handler(async () => Promise.reject(new TypeError('x')))
  await expect(execute(failing, {}, within(1000), null)).rejects.toMatchObject({
    members: { detail: { reason: 'internal' } },
  })
})
