import { afterAll, beforeAll, expect, test } from 'vitest'
import { consolePrefix } from '../../src/contract/index.ts'
import { type Checkout, paidEvent, startCheckout, type Webhook } from '../support/checkout.ts'
import { openPage, type Page, signedIn } from '../support/console.ts'
import { exchange, openWorld, useWorld, type World } from '../support/world.ts'

/** The user center of a service that sells points, beside one that sells none. */
const plain = useWorld()
let checkout: Checkout
let world: World
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  checkout = await startCheckout()
  stack.defer(() => checkout.close())
  world = await openWorld({ config: { payments: checkout.settings } }, stack)
})
afterAll(() => stack.disposeAsync())

const shopper = () => signedIn(world, { pointCents: 0 })

async function order(page: Page, offer_id = 'small') {
  const { status, body } = await page.call('startPayment', { body: { offer_id } })
  expect(status).toBe(200)
  return body as { payment_id: string; url: string }
}

const notify = ({ headers, body }: Webhook, to = world.url) =>
  exchange(to, { path: `${consolePrefix}/payments/notify`, method: 'POST', headers, body })
const report = async (event: object) => (await notify(checkout.webhook(event))).status

test('without a provider nothing is sold, and webhooks are refused', async () => {
  const { page } = await signedIn(plain(), { pointCents: 0 })
  expect((await page.call('listOffers')).body).toEqual({ provider: null, items: [] })
  const answer = await page.call('startPayment', { body: { offer_id: 'small' } })
  expect([answer.status, answer.body.error]).toEqual([404, 'not_found'])
  expect((await notify(checkout.webhook(paidEvent('x')), plain().url)).status).toBe(404)
})

test('a payment is opened at the provider with its price, and leads back to the balance', async () => {
  const { page } = await shopper()
  const offers = await page.call('listOffers')
  expect(offers.body).toMatchObject({
    provider: 'Stripe',
    items: [{ offer_id: 'small', point_cents: 10_000, price_minor_units: 9_900, currency: 'CNY' }, {}],
  })
  const { payment_id, url } = await order(page)
  const session = checkout.sessions.at(-1)
  expect(url).toBe(`${checkout.settings.apiUrl}/pay/${session?.id}`)
  expect(session?.headers).toMatchObject({
    authorization: 'Bearer sk_test_key',
    'idempotency-key': payment_id,
    'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
  })
  expect(session?.form).toMatchObject({
    mode: 'payment',
    client_reference_id: payment_id,
    success_url: `${world.url}/balance?payment=${payment_id}`,
    cancel_url: `${world.url}/balance`,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'cny',
    'line_items[0][price_data][unit_amount]': '9900',
  })
})

test('a payment grants its points once, however often the provider reports it', async () => {
  const own = await shopper()
  const { payment_id: id } = await order(own.page)
  expect((await own.page.call('readPayment', { id })).body).toEqual({ state: 'open', point_cents: 10_000 })
  const webhook = checkout.webhook(paidEvent(id))
  const answers = await Promise.all([1, 2, 3].map(() => notify(webhook)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await own.balance()).spendable).toBe(10_000)
  expect((await own.page.call('readPayment', { id })).body).toEqual({ state: 'paid', point_cents: 10_000 })
  const { body } = await own.page.call('readBalance')
  expect(body.grants).toMatchObject([
    { kind: 'paid', granted: 10_000, source: 'payment', note: 'stripe small' },
  ])
})

test('a webhook that the provider did not sign, or signed long ago, grants nothing', async () => {
  const own = await shopper()
  const { payment_id } = await order(own.page)
  const event = paidEvent(payment_id)
  const right = checkout.webhook(event)
  const signed = (signature: string) => ({ ...right, headers: { 'stripe-signature': signature } })
  const [t = '', v1 = ''] = String(right.headers['stripe-signature']).split(',')
  const forged = [
    checkout.webhook(event, { secret: 'another secret' }),
    { ...right, body: right.body.replace('9900', '1') },
    { ...right, headers: {} },
    ...[t, v1, `${t},v1=`, `${t},${v1.slice(0, -2)}`, `t=x,${v1}`].map(signed),
    signed(`t=${Math.floor(Date.now() / 1000) + 1},${v1}`),
    // Valid signatures, replayed too late or dated too far in the future.
    checkout.webhook(event, { ageSeconds: 600 }),
    checkout.webhook(event, { ageSeconds: -600 }),
  ]
  for (const each of forged) expect((await notify(each)).status).toBe(403)
  expect((await own.balance()).spendable).toBe(0)
  // During a change of the secret, the header contains one signature of each secret.
  expect((await notify(signed(`${t},v1=${'0'.repeat(64)},${v1}`))).status).toBe(204)
  expect((await own.balance()).spendable).toBe(10_000)
})

test('another price, another payment and an unsuccessful one grant nothing', async () => {
  const own = await shopper()
  const { payment_id } = await order(own.page, 'large')
  const price = { amount_total: 89_900 }
  expect(await report(paidEvent(payment_id))).toBe(409)
  expect(await report(paidEvent(payment_id, { ...price, currency: 'usd' }))).toBe(409)
  expect(await report(paidEvent(payment_id, { amount_total: 'x' }))).toBe(409)
  expect(await report(paidEvent('0197a000-0000-7000-8000-00000000dead'))).toBe(404)
  expect(await report(paidEvent('no id'))).toBe(404)
  expect(await report(paidEvent(payment_id, { ...price, payment_status: 'unpaid' }))).toBe(204)
  expect(await report({ ...paidEvent(payment_id, price), type: 'charge.refunded' })).toBe(204)
  expect(await report({})).toBe(403)
  expect((await own.balance()).spendable).toBe(0)
  const late = { ...paidEvent(payment_id, price), type: 'checkout.session.async_payment_succeeded' }
  expect(await report(late)).toBe(204)
  expect((await own.balance()).spendable).toBe(100_000)
})

test('a provider that fails or returns an unexpected page is a 502, and the payment stays open', async () => {
  const own = await shopper()
  const strange = ['javascript:alert(1)', 'no address', 7].map((url) => JSON.stringify({ url }))
  for (const [status, body] of [[500], [401], [200, 'no JSON'], ...strange.map((each) => [200, each])]) {
    checkout.failNext(Number(status), body as string | undefined)
    const answer = await own.page.call('startPayment', { body: { offer_id: 'small' } })
    expect([answer.status, answer.body.error]).toEqual([502, 'payment_unavailable'])
  }
  expect((await own.balance()).spendable).toBe(0)
})

test('an unknown offer is a 404, purchases need a session, and orders are throttled', async () => {
  const own = await shopper()
  const buy = (page: Page, body: object) => page.call('startPayment', { body })
  expect((await buy(own.page, { offer_id: 'gold' })).status).toBe(404)
  expect((await buy(own.page, {})).status).toBe(400)
  expect((await buy(openPage(world.url), { offer_id: 'small' })).status).toBe(401)
  expect((await openPage(world.url).call('listOffers')).status).toBe(401)
  const { payment_id: id } = await order(own.page)
  const other = await shopper()
  expect((await other.page.call('readPayment', { id })).status).toBe(404)
  expect((await openPage(world.url).call('readPayment', { id })).status).toBe(401)
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) statuses.push((await buy(other.page, { offer_id: 'small' })).status)
  expect(statuses).toContain(429)
})
