import { findAccountByEmail, makeResetToken, resetLinkLifetimeMs } from '../accounts/index.ts'
import { resetPasswordLink } from '../contract/index.ts'
import { createSemaphore, errorFields } from '../kit/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { resetMail } from './mails.ts'
import { checkedEmail } from './refusals.ts'
import type { ConsoleRequest } from './request.ts'
import { addressMark, throttle } from './throttle.ts'

/** Mails in progress and waiting; more are dropped, with a line in the log. */
const sendingOptions = { slots: 2, slotsPerKeyMax: 1, waitingMax: 100 }

/**
 * Sends a link if the account exists. The answer is sent before the look-up, so neither its content nor its
 * timing reveals whether there is such an account.
 */
export function createForgotPassword(deps: ConsoleDeps) {
  const { store, clock, ids, log, mailer, settings } = deps
  const sending = createSemaphore(sendingOptions)

  const makeAndSend = async (email: string) => {
    // Never from the request's Host header: an attacker could put their own host into a link for somebody
    // else.
    if (mailer === null || settings.publicUrl === null) return
    const account = await findAccountByEmail(store, email)
    if (account === undefined || account.disabledAt !== null) return
    const token = await store.transaction((tx) => makeResetToken(tx, { clock, ids }, account.accountId))
    const link = resetPasswordLink(settings.publicUrl, token)
    await mailer.send(resetMail(account.email, link, resetLinkLifetimeMs / 60_000))
  }
  const send = async (email: string, key: string, requestId: string) => {
    try {
      await sending.run(key, {}, () => makeAndSend(email))
    } catch (error) {
      log.warn({ requestId, ...errorFields(error) }, 'a link to set a password could not be sent')
    }
  }

  return async ({ body, origin, requestId }: ConsoleRequest<'forgotPassword'>): Promise<undefined> => {
    const email = checkedEmail(body.email)
    const address = addressMark(origin.address)
    await throttle(deps, { forgotAtAccount: email, forgotFromAddress: address })
    void send(email, address, requestId)
  }
}
