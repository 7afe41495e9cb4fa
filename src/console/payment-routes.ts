import { consolePrefix } from '../contract/index.ts'
import { errorFields } from '../kit/index.ts'
import { completePayment } from '../ledger/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import type { PaymentProvider } from './payments.ts'
import { faultReply, noReply, toConsoleFault } from './replies.ts'
import type { RawRequest, RawRoute } from './request.ts'

const notificationBytesMax = 65_536

/**
 * Receives the payment provider's notifications; without a provider there is no route. The signature proves
 * a notification, not a session. A provider repeats a notification until it gets a 204.
 */
export function paymentRoutes(deps: ConsoleDeps): RawRoute[] {
  const { payments: provider, log } = deps
  if (provider === undefined) return []
  return [
    {
      methods: ['POST'],
      path: `${consolePrefix}/payments/notify`,
      async handle(request) {
        try {
          await take(deps, provider, request)
          return noReply()
        } catch (error) {
          const fault = toConsoleFault(error)
          const fields = { requestId: request.requestId, provider: provider.name, error: fault.code }
          log.warn({ ...fields, ...errorFields(error) }, 'a notification of a payment was refused')
          return faultReply(request.requestId, fault)
        }
      },
    },
  ]
}

async function take(deps: ConsoleDeps, provider: PaymentProvider, request: RawRequest): Promise<void> {
  const body = await request.readBody(`payments ${provider.name}`, notificationBytesMax)
  const news = provider.verify({ headers: request.headers, body })
  if (news === null) throw consoleFault('forbidden', { internal: 'its signature is wrong' })
  if (!news.paid) return
  const paid = { ...news, provider: provider.name }
  const outcome = await deps.store.transaction((tx) => completePayment(tx, deps, paid))
  if (outcome === 'unknown') throw consoleFault('not_found')
  if (outcome === 'mismatch') throw consoleFault('conflict', { internal: 'another price than was asked' })
}
