import type { IncomingHttpHeaders } from 'node:http'
import type { PointCents } from '../contract/index.ts'

/**
 * The interface of payment providers. A provider lists amounts, opens a payment page for the buyer, and
 * verifies its own notifications. payment-routes.ts grants the points, once per payment. The setting
 * PAYMENT_PROVIDER selects the provider; stripe-checkout.ts is one.
 */
export interface PaymentProvider {
  /** A short identifier, stored with each payment. */
  readonly name: string
  /** The name that buyers see. */
  readonly title: string
  readonly offers: readonly PaymentOffer[]
  /** Opens a payment and returns the address of its page. */
  start(order: PaymentOrder, signal: AbortSignal): Promise<{ readonly url: string }>
  /** What a notification says; null if its signature is not valid. */
  verify(notification: PaymentNotification): PaymentOutcome | null
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
  /** The page of ours to which the buyer returns, without a query. */
  readonly returnUrl: string
}

export interface PaymentNotification {
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

export interface PaymentOutcome {
  readonly paymentId: string
  /** False: the notification is about something else and grants nothing. */
  readonly paid: boolean
  readonly priceMinorUnits: number
  readonly currency: string
}
