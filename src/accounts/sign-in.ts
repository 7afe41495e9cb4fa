import type { Clock, Ids } from '../kit/index.ts'
import { type Database, sql } from '../store/index.ts'
import { normalizeEmail } from './email.ts'
import { forgetLinks } from './password-resets.ts'
import { verifyPassword } from './passwords.ts'
import { endSessions, forgetEndedSessions, type SessionPlace, startSession } from './sessions.ts'

interface Deps {
  readonly store: Database
  readonly clock: Clock
  readonly ids: Ids
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Opens a session if the password is correct. Undefined if it is wrong, or the account is unknown or
 * disabled, after the same work. Throws email_invalid.
 */
export async function signIn(
  deps: Deps,
  { email, password }: Credentials,
  place: SessionPlace,
): Promise<string | undefined> {
  const known = await deps.store.maybe<{ account_id: string; password_hash: string | null }>(
    sql`select account_id, password_hash from accounts where email = ${normalizeEmail(email)}`,
  )
  const right = await verifyPassword(known?.password_hash ?? null, password)
  if (!right || known === undefined) return undefined
  return deps.store.transaction(async (tx) => {
    // The password may have changed during verification. What ends all sessions must end this one too.
    const still = await tx.maybe(sql`
      select 1 from accounts where account_id = ${known.account_id} and disabled_at is null
        and password_hash = ${known.password_hash} for share`)
    if (still === undefined) return undefined
    await forgetEndedSessions(tx, deps.clock, known.account_id)
    return startSession(tx, deps, known.account_id, place)
  })
}

/**
 * Sets a new password (from `hashPassword`) if the current one is correct, and ends the account's other
 * sessions; false if it is wrong.
 */
export async function changePassword(
  deps: Deps,
  who: { readonly accountId: string; readonly sessionId: string },
  current: string,
  nextHash: string,
): Promise<boolean> {
  const { accountId, sessionId } = who
  const known = await deps.store.maybe<{ password_hash: string | null }>(
    sql`select password_hash from accounts where account_id = ${accountId}`,
  )
  if (!(await verifyPassword(known?.password_hash ?? null, current))) return false
  return deps.store.transaction(async (tx) => {
    const changed = await tx.run(sql`
      update accounts set password_hash = ${nextHash}
      where account_id = ${accountId} and password_hash = ${known?.password_hash}`)
    if (changed === 0) return false
    await endSessions(tx, accountId, sessionId)
    await forgetLinks(tx, accountId)
    return true
  })
}
