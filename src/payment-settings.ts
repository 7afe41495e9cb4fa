import type { PaymentOffer, StripeSettings } from './console/index.ts'
import { pointCents } from './contract/index.ts'
import { choice, readHttpUrl, SettingMistake, text } from './setting.ts'

/** The settings of a service that sells points; `config.ts` reads them with the others. */
export const paymentSettings = {
  paymentProvider: choice(
    'PAYMENT_PROVIDER',
    ['none', 'stripe'],
    'Payment provider of the user center: none, or stripe (Stripe Checkout; its webhook goes to /console/api/payments/notify).',
  ),
  paymentOffers: {
    name: 'PAYMENT_OFFERS',
    fallback: '',
    description:
      'With a PAYMENT_PROVIDER: the offers, as ID:POINT_CENTS:PRICE:CURRENCY with the price in the smallest unit (fen, cents) and CNY, USD, EUR or GBP, as in small:10000:9900:CNY,large:100000:89900:CNY.',
    read: readOffers,
  },
  stripeApiKey: {
    ...text('STRIPE_API_KEY', '', 'With PAYMENT_PROVIDER=stripe: the secret key (sk_…).'),
    secret: true,
  },
  stripeWebhookSecret: {
    ...text(
      'STRIPE_WEBHOOK_SECRET',
      '',
      'With PAYMENT_PROVIDER=stripe: the signing secret of its webhooks (whsec_…).',
    ),
    secret: true,
  },
  stripeApiUrl: {
    name: 'STRIPE_API_URL',
    fallback: 'https://api.stripe.com',
    description: 'With PAYMENT_PROVIDER=stripe: the address of its API, or of a gateway with the same API.',
    read: (value: string) => new URL(readHttpUrl(value)).origin,
  },
} as const

type Values = {
  [K in keyof typeof paymentSettings]: ReturnType<(typeof paymentSettings)[K]['read']>
}

const currencies: readonly string[] = ['CNY', 'USD', 'EUR', 'GBP'] satisfies PaymentOffer['currency'][]
const amountMax = 1e12

/** The missing settings. */
export function paymentMistakes(values: Partial<Values>): readonly string[] {
  const { paymentProvider: provider, paymentOffers: offers, stripeApiKey, stripeWebhookSecret } = values
  if (provider !== 'stripe') return []
  if (offers?.length !== 0 && stripeApiKey !== '' && stripeWebhookSecret !== '') return []
  return ['PAYMENT_PROVIDER: stripe needs PAYMENT_OFFERS, STRIPE_API_KEY and STRIPE_WEBHOOK_SECRET']
}

/** Null: nothing is sold. */
export function paymentsIn(values: Values): StripeSettings | null {
  if (values.paymentProvider === 'none') return null
  const { stripeApiUrl: apiUrl, stripeApiKey: apiKey, stripeWebhookSecret: webhookSecret } = values
  return { apiUrl, apiKey, webhookSecret, offers: values.paymentOffers }
}

function readOffers(value: string): readonly PaymentOffer[] {
  const offers = value === '' ? [] : value.split(',').map((each) => readOffer(each.trim()))
  if (new Set(offers.map(({ offerId }) => offerId)).size === offers.length) return offers
  throw new SettingMistake('two offers have the same ID')
}

function readOffer(text: string): PaymentOffer {
  const [offerId = '', points = '', price = '', currency = '', ...more] = text.split(':')
  const amounts = [points, price].map((amount) =>
    /^[1-9]\d{0,12}$/.test(amount) ? Number(amount) : Infinity,
  )
  const isSound =
    /^[\w-]{1,40}$/.test(offerId) &&
    amounts.every((amount) => amount <= amountMax) &&
    currencies.includes(currency) &&
    more.length === 0
  if (!isSound) throw new SettingMistake('a list such as small:10000:9900:CNY is needed')
  return {
    offerId,
    pointCents: pointCents(Number(points)),
    priceMinorUnits: Number(price),
    currency: currency as PaymentOffer['currency'],
  }
}
