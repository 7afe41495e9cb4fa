import type { Clock, Ids } from '../kit/index.ts'
import { sql, type Tx } from '../store/index.ts'
import { hashSecretToken, makeSecretToken } from './secret-token.ts'
import { endSessions } from './sessions.ts'

/** A link to set a password works once, within this time. */
export const resetLinkLifetimeMs = 30 * 60_000

/** Creates the token of a link that sets the account's password; it is stored as a hash. */
export async function makeResetToken(
  tx: Tx,
  deps: { clock: Clock; ids: Ids },
  accountId: string,
): Promise<string> {
  const token = makeSecretToken(deps.ids)
  const now = deps.clock.now()
  await tx.run(sql`delete from password_resets where account_id = ${accountId} and expires_at <= ${now}`)
  await tx.run(sql`
    insert into password_resets (token_hash, account_id, created_at, expires_at)
    values (${hashSecretToken(token)}, ${accountId}, ${now},
            ${new Date(now.getTime() + resetLinkLifetimeMs)})`)
  return token
}

/**
 * Sets the password (from `hashPassword`) of the token's account, ends all its sessions and invalidates its
 * other links. Returns the account's id; undefined if the token is unknown, used or expired.
 */
export async function resetPassword(
  tx: Tx,
  clock: Clock,
  token: string,
  passwordHash: string,
): Promise<string | undefined> {
  // The second of two concurrent requests waits here and then finds nothing.
  const link = await tx.maybe<{ account_id: string }>(sql`
    delete from password_resets
    where token_hash = ${hashSecretToken(token)} and expires_at > ${clock.now()} returning account_id`)
  if (link === undefined) return undefined
  await tx.run(sql`update accounts set password_hash = ${passwordHash} where account_id = ${link.account_id}`)
  await endSessions(tx, link.account_id, null)
  await forgetLinks(tx, link.account_id)
  return link.account_id
}

/** Links that were sent before a password change stop working. */
export async function forgetLinks(tx: Tx, accountId: string): Promise<void> {
  await tx.run(sql`delete from password_resets where account_id = ${accountId}`)
}
