import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConsole } from '../../src/console/index.ts'
import { consolePrefix, operationsUnder } from '../../src/contract/index.ts'
import { addPlainRoutes, createHttp } from '../../src/doors/index.ts'
import { type Checkout, startCheckout } from '../support/checkout.ts'
import { openPage, type Page, signedIn } from '../support/console.ts'
import { exchange, testConfig, useWorld } from '../support/world.ts'

/** The user center of a service that sells points, beside the usual one, which sells none. */
const world = useWorld()
let checkout: Checkout
let url = ''
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  checkout = await startCheckout()
  stack.defer(() => checkout.close())
  const { rooms } = world()
  const config = testConfig()
  const http = createHttp({ ids: rooms.ids, clock: rooms.clock, uploadsMax: 1, corsOrigins: [] })
  const { terms } = config
  const deps = { ...rooms, operations: operationsUnder(terms), terms, settings: config, mailer: null }
  addPlainRoutes(http, createConsole({ ...deps, pagesFolder: '', payments: checkout.provider } as never))
  url = await http.app.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(() => http.app.close())
})
afterAll(() => stack.disposeAsync())

async function shopper() {
  const account = await signedIn(world(), { pointCents: 0 })
  return { ...account, shop: openPage(url, account.page.token()) }
}

async function order(shop: Page, offer_id = 'small') {
  const { status, body } = await shop.call('startPayment', { body: { offer_id } })
  expect(status).toBe(200)
  return body as { payment_id: string; url: string }
}

const notify = ({ headers, body }: ReturnType<Checkout['notification']>, to = url) =>
  exchange(to, { path: `${consolePrefix}/payments/notify`, method: 'POST', headers, body })

const paidNews = (payment_id: string, change: object = {}) => ({
  ...{ payment_id, status: 'paid', price_minor_units: 9_900, currency: 'CNY' },
  ...change,
})

test('without a provider nothing is sold, and nobody is heard', async () => {
  const { page } = await signedIn(world(), { pointCents: 0 })
  expect((await page.call('listOffers')).body).toEqual({ provider: null, items: [] })
  const answer = await page.call('startPayment', { body: { offer_id: 'small' } })
  expect([answer.status, answer.body.error]).toEqual([404, 'not_found'])
  expect((await notify(checkout.notification(paidNews('x')), world().url)).status).toBe(404)
})

test('a payment grants its points once, however often the provider says so', async () => {
  const own = await shopper()
  const offers = await own.shop.call('listOffers')
  expect(offers.body).toMatchObject({
    provider: 'checkout',
    items: [{ offer_id: 'small', point_cents: 10_000, price_minor_units: 9_900, currency: 'CNY' }, {}],
  })
  const { payment_id, url: payAt } = await order(own.shop)
  expect(payAt).toBe(`https://checkout.example/pay/${payment_id}`)
  expect(checkout.orders.at(-1)).toMatchObject({ payment_id, price_minor_units: 9_900, currency: 'CNY' })
  expect((await own.balance()).spendable).toBe(0)
  const notification = checkout.notification(paidNews(payment_id))
  const answers = await Promise.all([1, 2, 3].map(() => notify(notification)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await own.balance()).spendable).toBe(10_000)
  const { body } = await own.shop.call('readBalance')
  expect(body.grants).toMatchObject([
    { kind: 'paid', granted: 10_000, source: 'payment', note: 'checkout small' },
  ])
})

test('a notification that the provider did not sign, or signed long ago, grants nothing', async () => {
  const own = await shopper()
  const { payment_id } = await order(own.shop)
  const news = paidNews(payment_id)
  const right = checkout.notification(news)
  const forged = [
    checkout.notification(news, 'another secret'),
    { ...right, body: right.body.replace('9900', '1') },
    { ...right, headers: {} },
    { ...right, headers: { ...right.headers, 'checkout-time': String(Date.now() - 3_600_000) } },
  ]
  for (const each of forged) expect((await notify(each)).status).toBe(403)
  expect((await own.balance()).spendable).toBe(0)
})

test('another price, another payment and another fate grant nothing', async () => {
  const own = await shopper()
  const { payment_id } = await order(own.shop, 'large')
  const say = async (news: object) => (await notify(checkout.notification(news))).status
  expect(await say(paidNews(payment_id))).toBe(409)
  expect(await say(paidNews(payment_id, { price_minor_units: 89_900, currency: 'USD' }))).toBe(409)
  expect(await say(paidNews('0197a000-0000-7000-8000-00000000dead'))).toBe(404)
  expect(await say(paidNews('no id'))).toBe(404)
  expect(await say(paidNews(payment_id, { status: 'failed', price_minor_units: 89_900 }))).toBe(204)
  expect((await own.balance()).spendable).toBe(0)
  expect(await say(paidNews(payment_id, { price_minor_units: 89_900 }))).toBe(204)
  expect((await own.balance()).spendable).toBe(100_000)
})

test('an offer that is none is not found, and strangers buy nothing', async () => {
  const own = await shopper()
  expect((await own.shop.call('startPayment', { body: { offer_id: 'gold' } })).status).toBe(404)
  expect((await own.shop.call('startPayment', { body: {} })).status).toBe(400)
  expect((await openPage(url).call('startPayment', { body: { offer_id: 'small' } })).status).toBe(401)
  expect((await openPage(url).call('listOffers')).status).toBe(401)
})
