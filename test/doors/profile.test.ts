import { afterAll, expect, test } from 'vitest'
import type { Profile } from '../../src/contract/index.ts'
import { createBuiltinEngine, type Engine } from '../../src/engines/index.ts'
import { hangingWorker, hangs } from '../support/hanging-text.ts'
import { dataUrlOf, pdfOf, sampleResume } from '../support/inputs.ts'
import { agent } from '../support/mcp.ts'
import { endless, failing, scriptedEngine } from '../support/scripted-engine.ts'
import { type Answer, useWorld } from '../support/world.ts'

/** The effect of `include` on a parse, and of a profile that can't be read. */

const builtin = createBuiltinEngine({ threads: 1, workerFile: hangingWorker, timeoutMs: 4_000 })
const scripted = scriptedEngine()
let current: Engine = builtin
const engine: Engine = { ...builtin, readProfile: (...asked) => current.readProfile(...asked) }
const world = useWorld({ engine })
afterAll(() => builtin.close())

const input = { fileDataUrl: dataUrlOf(sampleResume) }
const include = ['profile']

function profileOf({ body }: Answer): Profile {
  return body.data.profile as unknown as Profile
}

test('200: the profile is returned with the text at the same price, and every value is at its position', async () => {
  const account = await world().account({ pointCents: 15 })
  const plain = await account.call('parseResume', input)
  const full = await account.call('parseResume', { ...input, include })
  expect([plain.status, full.status], full.text).toEqual([200, 200])
  const { profile, ...rest } = full.body.data
  expect(rest).toEqual(plain.body.data)
  expect(full.body.usage).toEqual(plain.body.usage)
  expect(plain.body.billing.billed_point_cents).toBe(5)
  expect(full.body.billing).toMatchObject({ billed_point_cents: 5, balance_point_cents: 5 })
  const text = String(full.body.data.text)
  const values = valuesIn(profile)
  expect(values.length).toBeGreaterThan(3)
  for (const value of values) expect(text.slice(value.start, value.end)).toBe(value.text)
  expect(profileOf(full).contact.emails).toHaveLength(1)
})

test('200: without include, and with an empty one, the answer is byte-identical', async () => {
  const account = await world().account()
  const bodies = await Promise.all(
    [{}, { include: [] }, { include: null }].map(async (more) => {
      const { text, status } = await account.call('parseResume', { ...input, ...more })
      expect(status).toBe(200)
      return text.replaceAll(/"request_id":"[^"]*"|"balance_[^,}]*/g, '')
    }),
  )
  expect(new Set(bodies).size).toBe(1)
  expect(bodies[0]).not.toContain('profile')
})

test('400: an unknown member is reported with its path and the allowed values, and costs nothing', async () => {
  const account = await world().account()
  const cases = [
    [['profile', 'photo'], 'include[1]', 'unknown_value', 'profile'],
    [['profile', 1], 'include[1]', 'wrong_type', '字符串'],
    ['profile', 'include', 'wrong_type', '数组'],
    [Array.from({ length: 11 }, () => 'profile'), 'include', 'too_many_items', '10'],
  ] as const
  for (const [given, path, code, message] of cases) {
    const answer = await account.call('parseResume', { ...input, include: given as never })
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toEqual([{ path, code, message: expect.stringContaining(message) }])
  }
  expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
})

test('422: include is part of the fingerprint; a repeated value is the same input', async () => {
  const account = await world().account()
  const first = await account.call('parseResume', { ...input, include }, { idempotencyKey: 'one' })
  const twice = { ...input, include: ['profile', 'profile'] }
  const again = await account.call('parseResume', twice, { idempotencyKey: 'one' })
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  const without = await account.call('parseResume', input, { idempotencyKey: 'one' })
  expect(without).toMatchObject({ status: 422, body: { error: 'idempotency_key_reused' } })
  expect(await account.balance()).toEqual({ spendable: 9_995, held: 0 })
})

test('an agent gets the same profile, as the output schema of the tool says', async () => {
  const account = await world().account()
  const { structuredContent } = await agent(world(), account.key).call('parseResume', { ...input, include })
  const { body } = await account.call('parseResume', { ...input, include })
  expect(structuredContent.data).toEqual(body.data)
})

/** A charged parse with the warning and without a profile. */
function expectUnread({ status, body, text }: Answer, line: string): void {
  expect(status, text).toBe(200)
  expect(body.data).not.toHaveProperty('profile')
  expect(body.data.text).toContain(line)
  expect(body.data.warnings).toContainEqual(
    expect.objectContaining({ code: 'profile_unread', page: null, count: 1, lines: [] }),
  )
  expect(body.billing.billed_point_cents).toBe(5)
}

test('200 with profile_unread: an engine that fails, and a text on which it hangs', async () => {
  const account = await world().account()
  scripted.behave(failing)
  current = scripted
  const failed = await account.call('parseResume', { ...input, include })
  current = builtin
  expectUnread(failed, '@')
  expect(failed.text).not.toContain('planted secret')
  const pdf = await pdfOf([`Jane Doe ${hangs}`])
  expectUnread(await account.call('parseResume', { fileDataUrl: dataUrlOf(pdf), include }), hangs)
})

test('200 with profile_unread: the text is returned within the time limit of the caller', async () => {
  const account = await world().account()
  scripted.behave(endless)
  current = scripted
  const answer = await account.call('parseResume', { ...input, include, timeoutMs: 10_000 })
  current = builtin
  expectUnread(answer, '@')
})

interface Value {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** All values of a profile. */
function valuesIn(part: unknown): Value[] {
  if (typeof part !== 'object' || part === null) return []
  if ('text' in part && 'start' in part) return [part as Value]
  return Object.values(part).flatMap(valuesIn)
}
