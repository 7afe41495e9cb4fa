import { expect, test } from 'vitest'
import { systemClock } from '../kit/index.ts'
import { createPagePatience } from './page-patience.ts'

const soon = () => AbortSignal.timeout(100_000)
const never = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const after = (ms: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve('read'), ms))

test('a page that never ends is given up when others are done, in any order of starts', async () => {
  const patience = createPagePatience(systemClock(), 50)
  const first = patience.run(never, soon())
  expect(await patience.run(after(5), soon())).toBe('read')
  expect(await first).toBeNull()
  expect(await patience.run(never, soon())).toBeNull()
})

test('if all pages are slow none is given up, and a single page has the whole time limit', async () => {
  const slow = createPagePatience(systemClock(), 10)
  expect(await Promise.all([slow.run(after(100), soon()), slow.run(after(400), soon())])).toEqual([
    'read',
    'read',
  ])
  const alone = createPagePatience(systemClock(), 10).run(never, AbortSignal.timeout(100))
  await expect(alone).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('errors are reported', async () => {
  const broken = createPagePatience(systemClock()).run(() => Promise.reject(new Error('broken')), soon())
  await expect(broken).rejects.toThrow('broken')
})
