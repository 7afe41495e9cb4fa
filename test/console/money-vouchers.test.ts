import { expect, test } from 'vitest'
import { createVouchers, redeemVoucher } from '../../src/ledger/index.ts'
import { sql } from '../../src/store/index.ts'
import { openPage, type SignedInAccount, signedIn } from '../support/console.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()
const wanted = { count: 1, kind: 'promotion', point_cents: 300, expires_at: null, grant_expires_at: null }
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

const admin = () => signedIn(world(), { role: 'admin', pointCents: 0 })
const buyer = () => signedIn(world(), { pointCents: 0 })

async function codes(body: object = {}): Promise<string[]> {
  const answer = await (await admin()).page.call('createVouchers', { body: { ...wanted, ...body } })
  expect(answer.status).toBe(200)
  return answer.body.codes
}

const redeem = ({ page }: SignedInAccount, code: string) => page.call('redeemVoucher', { body: { code } })

test('a code gives its points once, in any notation, and the statement names it', async () => {
  const until = tomorrow()
  const [code = ''] = await codes({ grant_expires_at: until })
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/)
  const own = await buyer()
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  const { status, body } = await redeem(own, typed)
  expect(status).toBe(200)
  expect(body.grant).toMatchObject({
    ...{ kind: 'promotion', granted: 300, remaining: 300, expires_at: until, source: 'voucher' },
    note: `…${code.slice(-4)}`,
  })
  expect((await own.page.call('readBalance')).body.money).toMatchObject({ granted: 300, spendable: 300 })
  const statement = await own.page.call('readStatement')
  expect(statement.body.items).toMatchObject([{ movement: 'grant', point_cents: 300, source: 'voucher' }])
  const again = await redeem(own, code)
  expect([again.status, again.body.error]).toEqual([409, 'already_done'])
  const other = await redeem(await buyer(), code)
  expect([other.status, other.body.error]).toEqual([422, 'voucher_invalid'])
})

test('of two processes that redeem a code at the same time one grants', async () => {
  const [code = ''] = await codes()
  const { database, rooms } = world()
  const accounts = await Promise.all([buyer(), buyer(), buyer()])
  const outcomes = await Promise.all(
    accounts.map(({ accountId }) => database.transaction((tx) => redeemVoucher(tx, rooms, accountId, code))),
  )
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['invalid', 'invalid', 'redeemed'])
  const balances = await Promise.all(accounts.map((account) => account.balance()))
  expect(balances.reduce((sum, { spendable }) => sum + spendable, 0)).toBe(300)
})

test('invalid codes, expired codes and codes for expired points get the same refusal', async () => {
  const own = await buyer()
  const [valid = ''] = await codes()
  const mistyped = valid.slice(0, -1) + (valid.endsWith('2') ? '3' : '2')
  const [late = '', gone = ''] = await codes({
    count: 2,
    expires_at: tomorrow(),
    grant_expires_at: tomorrow(),
  })
  const past = new Date(Date.now() - 1_000)
  const change = (column: 'expires_at' | 'grant_expires_at', code: string) => {
    const lastFour = code.slice(-4)
    const changes = {
      expires_at: sql`update vouchers set expires_at = ${past} where last_four = ${lastFour}`,
      grant_expires_at: sql`update vouchers set grant_expires_at = ${past} where last_four = ${lastFour}`,
    }
    return world().database.run(changes[column])
  }
  await change('expires_at', late)
  await change('grant_expires_at', gone)
  for (const code of [mistyped, 'AAAA', '00000-00000-00000-00000', late, gone]) {
    const answer = await redeem(own, code)
    expect([code, answer.status, answer.body.error]).toEqual([code, 422, 'voucher_invalid'])
  }
  expect((await own.balance()).spendable).toBe(0)
  expect((await redeem(own, 'A')).status).toBe(400)
  expect((await openPage(world().url).call('redeemVoucher', { body: { code: valid } })).status).toBe(401)
})

test('guessing is throttled', async () => {
  const own = await buyer()
  let last = await redeem(own, 'WRONG-CODE')
  for (let tries = 1; last.status !== 429 && tries < 20; tries += 1) last = await redeem(own, 'WRONG-CODE')
  expect([last.status, last.body.error]).toEqual([429, 'too_many_attempts'])
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
})

test('administrators see codes by their last four characters, in pages, with their redeemers; creation is audited', async () => {
  const made = await codes({ count: 3, note: 'trade fair' })
  const own = await buyer()
  await redeem(own, made[1] ?? '')
  const { page } = await admin()
  const seen: { last_four: string; redeemed_by: string | null; note: string | null }[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < 2; pages += 1) {
    const query = { limit: 2, ...(cursor === null ? {} : { cursor }) }
    const { body, text }: { body: { items: typeof seen; next: string | null }; text: string } =
      await page.call('listVouchers', { query })
    for (const code of made) expect(text).not.toContain(code)
    seen.push(...body.items)
    cursor = body.next
  }
  const fair = seen.filter(({ note }) => note === 'trade fair')
  expect(fair.map(({ last_four }) => last_four).sort()).toEqual(made.map((code) => code.slice(-4)).sort())
  expect(fair.filter(({ redeemed_by }) => redeemed_by !== null)).toHaveLength(1)
  const { n } = await world().database.one<{ n: number }>(sql`
    select count(*) as n from audit_log where action = 'voucher.create' and detail like '%trade fair%'`)
  expect(n).toBe(1)
})

test('only administrators create codes, and their mistakes are reported', async () => {
  const { page } = await admin()
  for (const body of [
    { ...wanted, count: 0 },
    { ...wanted, count: 501 },
    { ...wanted, point_cents: 0 },
    { ...wanted, kind: 'gold' },
    { ...wanted, expires_at: '2020-01-01T00:00:00Z' },
    { ...wanted, grant_expires_at: '2020-01-01T00:00:00Z' },
  ]) {
    const answer = await page.call('createVouchers', { body })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_input'])
  }
  const own = await buyer()
  expect((await own.page.call('createVouchers', { body: wanted })).status).toBe(403)
  expect((await own.page.call('listVouchers')).status).toBe(403)
  expect((await openPage(world().url).call('listVouchers')).status).toBe(401)
  expect((await openPage(world().url).call('createVouchers', { body: wanted })).status).toBe(401)
})

test('the database allows a code to be redeemed only once', async () => {
  const { database, rooms } = world()
  const [code = ''] = await database.transaction((tx) =>
    createVouchers(tx, rooms, {
      ...{
        count: 1,
        kind: 'paid',
        pointCents: 5 as never,
        expiresAt: null,
        grantExpiresAt: null,
        note: null,
      },
    }),
  )
  await redeem(await buyer(), code)
  const undo = sql`update vouchers set redeemed_at = null, account_id = null, grant_id = null
                   where last_four = ${code.slice(-4)}`
  await expect(database.run(undo)).rejects.toThrow('a voucher is redeemed once')
})
