import type { Clock } from '../kit/index.ts'
import type { PaymentOffer, PaymentOrder, PaymentOutcome, PaymentProvider } from './payments.ts'
import { isSignedByStripe } from './stripe-signature.ts'

export interface StripeSettings {
  /** Stripe's API; a compatible gateway or a test uses another address. */
  readonly apiUrl: string
  readonly apiKey: string
  readonly webhookSecret: string
  readonly offers: readonly PaymentOffer[]
}

/** Stripe's answers depend on the version, so we send the one that this file was written for. */
const apiVersion = '2024-06-20'
const timeoutMs = 15_000
const answerBytesMax = 262_144
/** Each of these events carries a session, and the session says whether it is paid. */
const sessionEvents: readonly unknown[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
]
const otherEvent: PaymentOutcome = { paymentId: '', paid: false, priceMinorUnits: 0, currency: '' }

/**
 * Payments through Stripe Checkout: the buyer pays on Stripe's page, and a signed webhook reports the
 * payment. No card number reaches this service.
 */
export function createStripeCheckout(settings: StripeSettings, clock: Clock): PaymentProvider {
  return {
    name: 'stripe',
    title: 'Stripe',
    offers: settings.offers,
    async start(order, signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const response = await fetch(`${settings.apiUrl}/v1/checkout/sessions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${settings.apiKey}`,
          // A repeated request must not open a second session.
          'idempotency-key': order.paymentId,
          'stripe-version': apiVersion,
        },
        body: sessionForm(order),
        redirect: 'error',
        signal: within,
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw new Error(`Stripe answered ${response.status} to a new session`)
      }
      const { url } = objectIn(await readWithin(response))
      if (!isPayPage(url, settings.apiUrl)) throw new Error('Stripe named no page to pay at')
      return { url }
    },
    verify({ headers, body }) {
      const header = headers['stripe-signature']
      const signed = { header: typeof header === 'string' ? header : undefined, body }
      if (!isSignedByStripe(signed, settings.webhookSecret, clock.now())) return null
      return outcomeIn(body)
    },
  }
}

function sessionForm({ paymentId, offer, email, returnUrl }: PaymentOrder): URLSearchParams {
  return new URLSearchParams({
    mode: 'payment',
    client_reference_id: paymentId,
    customer_email: email,
    success_url: `${returnUrl}?payment=${paymentId}`,
    cancel_url: returnUrl,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': offer.currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(offer.priceMinorUnits),
    'line_items[0][price_data][product_data][name]': `API points: ${offer.pointCents / 100}`,
  })
}

/** What a verified event says; other kinds of event don't concern payments. */
function outcomeIn(body: Uint8Array): PaymentOutcome | null {
  const event = objectIn(Buffer.from(body).toString('utf8'))
  if (!sessionEvents.includes(event.type)) return typeof event.type === 'string' ? otherEvent : null
  const session = memberOf(memberOf(event, 'data'), 'object')
  return {
    paymentId: String(session.client_reference_id),
    paid: session.payment_status === 'paid',
    priceMinorUnits: Number(session.amount_total),
    currency: String(session.currency).toUpperCase(),
  }
}

type Members = Readonly<Record<string, unknown>>

function objectIn(text: string): Members {
  try {
    return asMembers(JSON.parse(text))
  } catch {
    return {}
  }
}

const memberOf = (value: Members, name: string) => asMembers(value[name])
const asMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {}

/** Accepts a page over https, or over http if the operator's own address uses http. */
function isPayPage(url: unknown, apiUrl: string): url is string {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && apiUrl.startsWith('http://'))
}

async function readWithin(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > answerBytesMax) throw new Error('Stripe answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
