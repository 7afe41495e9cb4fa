import {
  createAccount,
  findOpenInvite,
  hashPassword,
  type Role,
  redeemInvite,
  startSession,
} from '../accounts/index.ts'
import type { Tx } from '../store/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import type { PasswordWork } from './password-work.ts'
import { checkedEmail, refusing } from './refusals.ts'
import type { ConsoleRequest } from './request.ts'
import { addressMark, throttle } from './throttle.ts'

const bonusNote = 'sign-up bonus'

/**
 * Creates an account in one transaction: account, ledger account, bonus, invitation, session. Returns the
 * session token.
 */
export async function signUp(
  deps: ConsoleDeps,
  passwordWork: PasswordWork,
  { body, origin, signal }: ConsoleRequest<'signUp'>,
): Promise<string> {
  const { settings, store, ids } = deps
  if (settings.signUp === 'closed') throw consoleFault('sign_up_closed')
  if (settings.signUp === 'invite' && !body.invite) throw consoleFault('invite_invalid')
  const address = addressMark(origin.address)
  await throttle(deps, { signUpAtAccount: checkedEmail(body.email), signUpFromAddress: address })
  const hash = () => hashPassword(ids, body.password)
  const passwordHash = await refusing(passwordWork(address, signal, hash))
  return refusing(store.transaction((tx) => makeAccount(deps, tx, body, { ...origin, passwordHash })))
}

interface Wanted {
  readonly email: string
  readonly role: Role
  readonly invite?: string
}

async function makeAccount(
  deps: ConsoleDeps,
  tx: Tx,
  { email, role, invite = '' }: Wanted,
  given: { readonly passwordHash: string; readonly userAgent: string; readonly address: string },
): Promise<string> {
  const { ledger, clock, settings } = deps
  const invitation = invite === '' ? null : await findOpenInvite(tx, clock, invite, email)
  if (invitation === undefined) throw consoleFault('invite_invalid')
  const wanted = { email, role: invitation?.role ?? role, passwordHash: given.passwordHash }
  const { accountId } = await createAccount(tx, deps, wanted)
  await ledger.openAccount(tx, accountId)
  const bonus = settings.signupBonusPointCents
  if (bonus > 0) {
    const kind = 'signup_bonus' as const
    await ledger.grantIn(tx, { accountId, kind, pointCents: bonus, expiresAt: null, note: bonusNote })
  }
  if (invitation !== null) await redeemInvite(tx, clock, invitation.inviteId, accountId)
  return startSession(tx, deps, accountId, given)
}
