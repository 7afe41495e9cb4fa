import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createStripeCheckout,
  type PaymentProvider,
  type StripeSettings,
  signStripe,
} from '../../src/console/index.ts'
import { pointCents } from '../../src/contract/index.ts'
import { systemClock } from '../../src/kit/index.ts'

/**
 * A server that behaves like Stripe Checkout: sessions over its API, a payment page, signed webhooks. The
 * real provider of the service uses it.
 */
export interface Checkout {
  readonly provider: PaymentProvider
  readonly settings: StripeSettings
  /** The opened sessions, the newest last. */
  readonly sessions: readonly CheckoutSession[]
  /** The answer to the next session request, instead of opening a session. */
  failNext(status: number, body?: string): void
  /** A webhook as Stripe sends it. `secret` is for a signature that isn't Stripe's. */
  webhook(event: object, options?: { readonly secret?: string; readonly ageSeconds?: number }): Webhook
  close(): Promise<void>
}

export interface Webhook {
  readonly headers: Record<string, string>
  readonly body: string
}

export interface CheckoutSession {
  readonly id: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly form: Readonly<Record<string, string>>
}

const webhookSecret = 'whsec_shared with the checkout'

export async function startCheckout(): Promise<Checkout> {
  const sessions: CheckoutSession[] = []
  let failure: { status: number; body: string } | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.method === 'GET') {
      const paid = sessions.find(({ id }) => request.url === `/pay/${id}`)
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<h1>Test checkout</h1><a href="${escaped(paid?.form.success_url)}">Pay</a>
        <a href="${escaped(paid?.form.cancel_url)}">Cancel</a>`)
      return
    }
    response.setHeader('content-type', 'application/json')
    if (failure !== undefined) {
      response.writeHead(failure.status).end(failure.body)
      failure = undefined
      return
    }
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
    const session = { id: `cs_test_${sessions.length + 1}`, headers: request.headers, form }
    sessions.push(session)
    response.end(JSON.stringify({ id: session.id, url: `${apiUrl}/pay/${session.id}` }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: StripeSettings = {
    apiUrl,
    apiKey: 'sk_test_key',
    webhookSecret,
    offers: [
      { offerId: 'small', pointCents: pointCents(10_000), priceMinorUnits: 9_900, currency: 'CNY' },
      { offerId: 'large', pointCents: pointCents(100_000), priceMinorUnits: 89_900, currency: 'CNY' },
    ],
  }
  return {
    provider: createStripeCheckout(settings, systemClock()),
    settings,
    sessions,
    failNext(status, body = '{"error": {"type": "api_error"}}') {
      failure = { status, body }
    },
    webhook(event, { secret = webhookSecret, ageSeconds = 0 } = {}) {
      const body = JSON.stringify(event)
      const t = String(Math.floor(Date.now() / 1000) - ageSeconds)
      const signature = `t=${t},v1=${signStripe(secret, t, Buffer.from(body))},v0=00`
      return { headers: { 'stripe-signature': signature, 'content-type': 'application/json' }, body }
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

/** The event of a paid session, with changes to its session. */
export function paidEvent(payment_id: string, change: object = {}): object {
  const session = { amount_total: 9_900, currency: 'cny', payment_status: 'paid', ...change }
  return {
    type: 'checkout.session.completed',
    data: { object: { object: 'checkout.session', client_reference_id: payment_id, ...session } },
  }
}

const escaped = (text = '') => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
