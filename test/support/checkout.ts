import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentProvider } from '../../src/console/index.ts'
import { pointCents } from '../../src/contract/index.ts'

/**
 * An example of a payment provider: a checkout of its own over HTTP, which the adapter below speaks to, and
 * notifications that it signs (HMAC of the moment and the body, as many providers do).
 */
export interface Checkout {
  readonly provider: PaymentProvider
  /** What the checkout was asked for, the newest last. */
  readonly orders: readonly CheckoutOrder[]
  /** A notification as the checkout sends it; `secret` where it isn't the checkout's. */
  notification(
    news: object,
    secret?: string,
  ): { readonly headers: Record<string, string>; readonly body: string }
  close(): Promise<void>
}

export interface CheckoutOrder {
  readonly payment_id: string
  readonly price_minor_units: number
  readonly currency: string
  readonly email: string
}

const secret = 'shared with the checkout'
const tooOldMs = 300_000

export async function startCheckout(): Promise<Checkout> {
  const orders: CheckoutOrder[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const order = JSON.parse(Buffer.concat(chunks).toString('utf8')) as CheckoutOrder
    orders.push(order)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ url: `https://checkout.example/pay/${order.payment_id}` }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`
  return {
    provider: createCheckoutProvider(url),
    orders,
    notification(news, signedWith = secret) {
      const body = JSON.stringify(news)
      const at = String(Date.now())
      const signature = sign(signedWith, at, Buffer.from(body))
      return { headers: { 'checkout-time': at, 'checkout-signature': signature.toString('hex') }, body }
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

/** The adapter: all that a provider of this kind needs. */
function createCheckoutProvider(url: string): PaymentProvider {
  return {
    name: 'checkout',
    offers: [
      { offerId: 'small', pointCents: pointCents(10_000), priceMinorUnits: 9_900, currency: 'CNY' },
      { offerId: 'large', pointCents: pointCents(100_000), priceMinorUnits: 89_900, currency: 'CNY' },
    ],
    async start({ paymentId, offer, email }, signal) {
      const order = { price_minor_units: offer.priceMinorUnits, currency: offer.currency, email }
      const answer = await fetch(url, {
        method: 'POST',
        body: JSON.stringify({ payment_id: paymentId, ...order }),
        signal,
      })
      return (await answer.json()) as { url: string }
    },
    verify({ headers, body }) {
      const at = String(headers['checkout-time'])
      const given = Buffer.from(String(headers['checkout-signature']), 'hex')
      const right = sign(secret, at, body)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      if (!(Math.abs(Date.now() - Number(at)) <= tooOldMs)) return null
      const news = JSON.parse(Buffer.from(body).toString('utf8'))
      return {
        paymentId: String(news.payment_id),
        paid: news.status === 'paid',
        priceMinorUnits: Number(news.price_minor_units),
        currency: String(news.currency),
      }
    },
  }
}

function sign(key: string, at: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${at}.`).update(body).digest()
}
