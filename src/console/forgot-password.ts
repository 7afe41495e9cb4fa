import { findAccountByEmail, makeResetToken, resetLinkLivesMs } from '../accounts/index.ts'
import { resetPasswordLink } from '../contract/index.ts'
import { createSemaphore, errorFields } from '../kit/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { resetMail } from './mails.ts'
import { checkedEmail } from './refusals.ts'
import type { ConsoleRequest } from './request.ts'
import { addressMark, throttle } from './throttle.ts'

/** Mails that are made at a time, and those that wait; more are dropped, with a line in the log. */
const sendingOptions = { slots: 2, slotsPerKeyMax: 1, waitingMax: 100 }

/**
 * Sends a link where the account exists. The answer comes before anything is looked up, so neither it nor
 * its time tells whether there is such an account.
 */
export function createForgotPassword(deps: ConsoleDeps) {
  const { store, clock, ids, log, mailer, settings } = deps
  const sending = createSemaphore(sendingOptions)

  const makeAndSend = async (email: string) => {
    // Never as the request names it: whoever asks for another's link could name a host of their own.
    if (mailer === null || settings.publicUrl === null) return
    const account = await findAccountByEmail(store, email)
    if (account === undefined || account.disabledAt !== null) return
    const token = await store.transaction((tx) => makeResetToken(tx, { clock, ids }, account.accountId))
    const link = resetPasswordLink(settings.publicUrl, token)
    await mailer.send(resetMail(account.email, link, resetLinkLivesMs / 60_000))
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
