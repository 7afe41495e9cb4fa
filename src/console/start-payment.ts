import { openPayment } from '../ledger/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import { throttle } from './throttle.ts'

interface Order {
  readonly accountId: string
  readonly email: string
  readonly offerId: string
  readonly baseUrl: string
  readonly signal: AbortSignal
}

/** Stores the payment before the provider is asked, so that its notification always finds it. */
export async function startPayment(deps: ConsoleDeps, order: Order) {
  const { payments: provider, store } = deps
  const offer = provider?.offers.find(({ offerId }) => offerId === order.offerId)
  if (provider === undefined || offer === undefined) throw consoleFault('not_found')
  const { accountId, email, baseUrl, signal } = order
  await throttle(deps, { payAtAccount: accountId })
  const paymentId = await openPayment(store, deps, { ...offer, accountId, provider: provider.name })
  try {
    const returnUrl = `${baseUrl}/balance`
    const { url } = await provider.start({ paymentId, offer, email, returnUrl }, signal)
    return { payment_id: paymentId, url }
  } catch (error) {
    const internal = error instanceof Error ? error.message : 'the provider failed'
    throw consoleFault('payment_unavailable', { internal })
  }
}
