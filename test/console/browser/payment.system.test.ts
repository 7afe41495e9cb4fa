import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../../src/config.ts'
import { consolePrefix } from '../../../src/contract/index.ts'
import { type Checkout, paidEvent, startCheckout } from '../../support/checkout.ts'
import { exchange } from '../../support/world.ts'
import { shot } from './shot.ts'
import { useUserCenter } from './support.ts'

/** Buys points on the provider's page; the balance page waits for the webhook. */

let checkout: Checkout
// Filled before the service starts, because hooks run in the order of their declaration.
const options: { config?: Partial<Config> } = {}
beforeAll(async () => {
  checkout = await startCheckout()
  options.config = { payments: checkout.settings }
})
afterAll(() => checkout.close())
const center = useUserCenter(options)

test('points are bought, the payment is confirmed, and the points arrive without a reload', async (context) => {
  const guarded = await center.openSignedIn(context, { elsewhere: [checkout.settings.apiUrl] })
  const { page, account } = guarded
  await page.goto('/balance')
  const buy = page.getByRole('button', { name: '100.00 points for CN¥99.00' })
  await buy.waitFor()
  await page.getByRole('button', { name: '1,000.00 points for CN¥899.00' }).waitFor()
  await shot(page, 'buy')
  guarded.expectStatus(502, '/console/api/payments')
  checkout.failNext(503)
  await buy.click()
  await page.getByText('Payments are unavailable right now').waitFor()

  await buy.click()
  await page.getByRole('heading', { name: 'Test checkout' }).waitFor()
  await page.getByRole('link', { name: 'Pay' }).click()
  await page.getByText('Waiting for the payment to be confirmed').waitFor()
  expect((await account.balance()).spendable).toBe(10_000)
  await shot(page, 'buy-waiting')
  const payment = new URL(page.url()).searchParams.get('payment') ?? ''
  const { headers, body } = checkout.webhook(paidEvent(payment))
  const path = `${consolePrefix}/payments/notify`
  expect((await exchange(center.world().url, { path, method: 'POST', headers, body })).status).toBe(204)
  await page.getByText('Payment received: 100.00 points added').waitFor()
  await page.getByRole('link', { name: 'Balance: 200.00 points' }).waitFor()
  await page.getByRole('row', { name: /Purchase.*stripe small/ }).waitFor()
  await shot(page, 'buy-paid')
})

test('a cancelled payment buys nothing', async (context) => {
  const { settings } = checkout
  const { page, account } = await center.openSignedIn(context, { elsewhere: [settings.apiUrl] })
  await page.goto('/balance')
  await page
    .getByRole('button', { name: /100.00 points for/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Balance', level: 1 }).waitFor()
  expect(await page.getByText('Waiting for the payment').count()).toBe(0)
  expect((await account.balance()).spendable).toBe(10_000)
})
