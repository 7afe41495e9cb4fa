import { beforeAll, describe, expect, test } from 'vitest'
import { pointCents } from '../../src/contract/index.ts'
import { openPage, type SignedInAccount, signedIn } from '../support/console.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()
const match = {
  resume_text: '五年 Java 后端开发经验',
  jd_text: '招聘 Java 后端工程师，三年以上经验，熟悉 MySQL。',
}

interface Line {
  readonly id: string
  readonly at: string
  readonly movement: string
  readonly point_cents: number
  readonly kind: string | null
  readonly request_id: string | null
}

/** An account with a bonus, a payment of 1,000 and two calls, one of them refunded. */
let account: SignedInAccount
let admin: SignedInAccount
let refunded = ''
beforeAll(async () => {
  account = await signedIn(world(), { pointCents: 1_000 })
  admin = await signedIn(world(), { role: 'admin' })
  const { accountId } = account
  await world().rooms.ledger.grant({
    ...{ accountId, kind: 'signup_bonus', pointCents: pointCents(150), note: '=1+1', source: 'signup' },
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  for (let call = 0; call < 2; call += 1) {
    const answer = await account.call('matchResumeToJd', match)
    expect(answer.status).toBe(200)
    refunded = answer.body.request_id
  }
  const refund = { request_id: refunded, reason: 'wrong result' }
  expect((await admin.page.call('refundCall', { body: refund })).body).toEqual({ refunded_point_cents: 100 })
})

const linesOf = async (query: Record<string, string | number>, page = account.page) => {
  const lines: Line[] = []
  let cursor: string | null = null
  do {
    const { body }: { body: { items: Line[]; next: string | null } } = await page.call('readStatement', {
      query: { ...query, ...(cursor === null ? {} : { cursor }) },
    })
    lines.push(...body.items)
    cursor = body.next
  } while (cursor !== null)
  return lines
}
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + line.point_cents, 0)

test('the balance adds up, and names kinds, grants with their sources, quotas and prices', async () => {
  const { status, body } = await account.page.call('readBalance')
  expect(status).toBe(200)
  expect(body.money).toEqual({
    ...{ granted: 1_250, spendable: 1_050, held: 0, charged: 200, expired: 0, withdrawn: 0, unlisted: 0 },
  })
  expect(
    body.by_kind.map((each: { kind: string; spendable: number }) => [each.kind, each.spendable]),
  ).toEqual([
    ['promotion', 0],
    ['signup_bonus', 0],
    ['resource_pack', 0],
    ['paid', 1_050],
  ])
  const sources = body.grants.map((each: { source: string; remaining: number }) => [
    each.source,
    each.remaining,
  ])
  expect(sources).toEqual([
    ['operator', 950],
    ['refund', 100],
    ['signup', 0],
  ])
  expect(body).toMatchObject({
    ...{ low_line: null, low: false },
    quota: {
      daily: { limit: 1_000, used: 2 },
      monthly: { limit: 10_000, used: 2 },
      time_zone: 'Asia/Shanghai',
    },
    prices: { parse_page: 5, match: 100, optimize_min: 100, batch_candidate: 100 },
  })
})

test('the threshold warns below it, and null removes it', async () => {
  const own = await signedIn(world(), { pointCents: 500 })
  const set = (point_cents: number | null) => own.page.call('setLowLine', { body: { point_cents } })
  const low = async () => {
    const { body } = await own.page.call('readBalance')
    return [body.low_line, body.low]
  }
  expect((await set(500)).status).toBe(204)
  expect(await low()).toEqual([500, false])
  await set(501)
  expect(await low()).toEqual([501, true])
  await set(null)
  expect(await low()).toEqual([null, false])
  expect((await set(-1)).status).toBe(400)
  expect((await openPage(world().url).call('setLowLine', { body: { point_cents: 1 } })).status).toBe(401)
})

describe('the statement', () => {
  test('adds up to the balance, in pages of any size', async () => {
    const whole = await linesOf({ limit: 200 })
    expect(sumOf(whole)).toBe(1_050)
    expect(await linesOf({ limit: 1 })).toEqual(whole)
    expect(await linesOf({ limit: 3 })).toEqual(whole)
  })

  test('finds a movement, a kind, a request and a period', async () => {
    const captures = await linesOf({ movement: 'capture' })
    expect(captures.map(({ kind, point_cents }) => [kind, point_cents]).sort()).toEqual([
      ['paid', -50],
      ['signup_bonus', -100],
      ['signup_bonus', -50],
    ])
    expect(sumOf(await linesOf({ kind: 'signup_bonus' }))).toBe(0)
    const ofCall = await linesOf({ request_id: refunded })
    expect(ofCall.map(({ movement }) => movement)).toEqual([
      'refund',
      'capture',
      'capture',
      'release',
      'hold',
    ])
    const [line] = ofCall
    expect(await linesOf({ from: line?.at ?? '', movement: 'refund' })).toEqual([line])
    expect(await linesOf({ to: line?.at ?? '', movement: 'refund' })).toEqual([])
    expect(await linesOf({ request_id: 'nothing' })).toEqual([])
    expect(line).toMatchObject({ source: 'refund', note: 'wrong result', operation: 'matchResumeToJd' })
    const [held] = await linesOf({ movement: 'hold' })
    expect(held).toMatchObject({
      door: 'rest',
      operation: 'matchResumeToJd',
      key_name: expect.stringMatching(/^key of/),
    })
  })

  test.each([{ movement: 'theft' }, { kind: 'gold' }, { from: 'yesterday' }, { limit: 0 }, { limit: 201 }])(
    'an invalid query is reported: %j',
    async (query) => {
      const answer = await account.page.call('readStatement', { query: query as never })
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_input'])
    },
  )

  test('is a CSV file without formulas', async () => {
    const file = await account.page.call('downloadStatement', { query: { movement: 'grant' } })
    expect(file.status).toBe(200)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="statement-[\d-]{10}\.csv"$/)
    const [heading, ...rows] = file.text.split('\r\n')
    expect(heading).toBe(
      '\ufefftime,movement,point_cents,kind,operation,door,key_name,request_id,source,note',
    )
    expect(rows).toHaveLength(3)
    expect(file.text).toContain("signup,'=1+1")
    const whole = await account.page.call('downloadStatement')
    expect(whole.text.split('\r\n')).toHaveLength((await linesOf({})).length + 2)
  })

  test('belongs to its account only', async () => {
    const other = await signedIn(world(), { pointCents: 10 })
    expect(sumOf(await linesOf({}, other.page))).toBe(10)
    expect(await linesOf({ request_id: refunded }, other.page)).toEqual([])
    for (const route of ['readBalance', 'readStatement', 'downloadStatement'] as const) {
      expect((await openPage(world().url).call(route)).status).toBe(401)
    }
  })
})

describe('a refund', () => {
  const refund = (request_id: string, page = admin.page) =>
    page.call('refundCall', { body: { request_id, reason: 'again' } })

  test('is given once per charged call, by an administrator', async () => {
    const twice = await refund(refunded)
    expect([twice.status, twice.body.error]).toEqual([409, 'already_done'])
    const unknown = await refund('0197a000-0000-7000-8000-00000000dead')
    expect([unknown.status, unknown.body.error]).toEqual([404, 'not_found'])
    const { keyId, accountId } = account
    const admission = await world().rooms.ledger.admit({
      ...{
        accountId,
        keyId,
        requestId: world().rooms.ids.uuid(),
        operation: 'matchResumeToJd',
        door: 'rest',
      },
      ...{ idempotency: null, holdPointCents: pointCents(100), leaseMs: 60_000, note: null },
    })
    if (admission.kind !== 'admitted') throw new Error(admission.kind)
    const open = await refund(admission.hold.requestId)
    expect([open.status, open.body.error]).toEqual([409, 'conflict'])
    await world().rooms.ledger.release(admission.hold)
    expect((await refund(refunded, account.page)).status).toBe(403)
    expect((await refund(refunded, openPage(world().url))).status).toBe(401)
    expect((await refund('no uuid')).status).toBe(400)
  })
})
