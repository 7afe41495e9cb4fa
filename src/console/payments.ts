import type { IncomingHttpHeaders } from 'node:http'
import type { PointCents } from '../contract/index.ts'

/**
 * The seam for payment providers. A provider offers amounts, opens a payment where the buyer's browser is
 * sent, and proves its notifications. Points are granted by payment-routes.ts, once a payment. The setting
 * PAYMENT_PROVIDER selects the provider; stripe-checkout.ts is one.
 */
export interface PaymentProvider {
  /** A short word of its own: it is stored with each payment. */
  readonly name: string
  /** As buyers know it. */
  readonly title: string
  readonly offers: readonly PaymentOffer[]
  /** Opens a payment; returns the page where it is paid. */
  start(order: PaymentOrder, signal: AbortSignal): Promise<{ readonly url: string }>
  /** What a notification says; null where it isn't proven to be the provider's. */
  verify(notification: PaymentNotification): PaymentNews | null
}

export interface PaymentOffer {
  readonly offerId: string
  readonly pointCents: PointCents
  /** In the smallest unit of the currency. */
  readonly priceMinorUnits: number
  readonly currency: 'CNY' | 'USD' | 'EUR' | 'GBP'
}

export interface PaymentOrder {
  readonly paymentId: string
  readonly offer: PaymentOffer
  readonly email: string
  /** The page of ours that the buyer comes back to, without a query. */
  readonly returnUrl: string
}

export interface PaymentNotification {
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

export interface PaymentNews {
  readonly paymentId: string
  /** False: the notification is about something else, and grants nothing. */
  readonly paid: boolean
  readonly priceMinorUnits: number
  readonly currency: string
}
