import type { Clock, Ids } from '../kit/index.ts'
import { empty, type Queryable, sql, type Tx } from '../store/index.ts'
import type { Page } from './accounts.ts'
import { normalizeEmail } from './email.ts'
import type { Role } from './roles.ts'
import { hashSecretToken, makeSecretToken } from './secret-token.ts'

export interface NewInvite {
  /** Null: anyone with the code may use it. */
  readonly email: string | null
  readonly role: Role
  readonly expiresAt: Date
}

export interface Invite extends NewInvite {
  readonly inviteId: string
  readonly createdAt: Date
  readonly usedAt: Date | null
}

/** Creates an invitation; its code is stored as a hash. Throws email_invalid. */
export async function createInvite(
  tx: Tx,
  deps: { clock: Clock; ids: Ids },
  invite: NewInvite,
): Promise<{ readonly inviteId: string; readonly code: string }> {
  const code = makeSecretToken(deps.ids)
  const inviteId = deps.ids.uuid()
  const email = invite.email === null ? null : normalizeEmail(invite.email)
  await tx.run(sql`
    insert into invites (invite_id, code_hash, email, role, created_at, expires_at)
    values (${inviteId}, ${hashSecretToken(code)}, ${email}, ${invite.role}, ${deps.clock.now()},
            ${invite.expiresAt})`)
  return { inviteId, code }
}

/**
 * The role that an open invitation gives to this address. Locks its row, so the second of two concurrent uses
 * waits.
 */
export async function findOpenInvite(
  tx: Tx,
  clock: Clock,
  code: string,
  email: string,
): Promise<{ readonly inviteId: string; readonly role: Role } | undefined> {
  const row = await tx.maybe<{ invite_id: string; role: Role }>(sql`
    select invite_id, role from invites
    where code_hash = ${hashSecretToken(code)} and used_at is null and expires_at > ${clock.now()}
      and (email is null or email = ${normalizeEmail(email)}) for update`)
  return row === undefined ? undefined : { inviteId: row.invite_id, role: row.role }
}

/** Marks the invitation as used, in the transaction that creates the account. */
export async function redeemInvite(tx: Tx, clock: Clock, inviteId: string, accountId: string): Promise<void> {
  await tx.run(sql`
    update invites set used_at = ${clock.now()}, used_by = ${accountId} where invite_id = ${inviteId}`)
}

/** Invitations, newest first; `after` is the last invite_id of the previous page. */
export async function listInvites(from: Queryable, page: Page): Promise<Invite[]> {
  const older = page.after === null ? empty : sql`where invite_id < ${page.after}`
  const rows = await from.many<{
    invite_id: string
    email: string | null
    role: Role
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }>(sql`
    select invite_id, email, role, created_at, expires_at, used_at from invites ${older}
    order by invite_id desc limit ${page.limit}`)
  return rows.map((row) => ({
    inviteId: row.invite_id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  }))
}
