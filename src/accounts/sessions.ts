import type { Clock, Ids } from '../kit/index.ts'
import { type Queryable, type Sql, sql, type Tx } from '../store/index.ts'
import type { Role } from './roles.ts'
import { hashSecretToken, makeSecretToken } from './secret-token.ts'

/** A session ends after this time without use, and after the maximum lifetime. */
export const sessionIdleMs = 14 * 86_400_000
export const sessionLifetimeMs = 60 * 86_400_000
const seenEveryMs = 60_000
const sessionsPerAccountMax = 50
const userAgentCharactersMax = 200
const addressCharactersMax = 64

export interface SessionPlace {
  readonly userAgent: string
  readonly address: string
}

/** The signed-in account. Read for each request, so a changed role or a disabled account takes effect. */
export interface SignedIn {
  readonly accountId: string
  readonly email: string
  readonly role: Role
  readonly createdAt: Date
  readonly sessionId: string
}

export interface Session extends SessionPlace {
  readonly sessionId: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

interface SessionRow {
  session_id: string
  created_at: Date
  last_seen_at: Date
  user_agent: string
  address: string
}

/**
 * Opens a session and returns its token, which is stored as a hash. Beyond a maximum number, the oldest
 * sessions are ended.
 */
export async function startSession(
  tx: Tx,
  deps: { clock: Clock; ids: Ids },
  accountId: string,
  place: SessionPlace,
): Promise<string> {
  const token = makeSecretToken(deps.ids)
  const now = deps.clock.now()
  await tx.run(sql`
    insert into sessions (account_id, session_id, token_hash, created_at, last_seen_at, user_agent, address)
    values (${accountId}, ${deps.ids.uuid()}, ${hashSecretToken(token)}, ${now}, ${now},
            ${printable(place.userAgent, userAgentCharactersMax)},
            ${printable(place.address, addressCharactersMax)})`)
  await tx.run(sql`
    delete from sessions where account_id = ${accountId} and session_id in (
      select session_id from sessions where account_id = ${accountId}
      order by last_seen_at desc, session_id desc offset ${sessionsPerAccountMax})`)
  return token
}

/** The account of an open session, if the account is enabled. Records the use. */
export async function readSession(
  database: Queryable,
  clock: Clock,
  token: string,
): Promise<SignedIn | undefined> {
  const now = clock.now()
  const row = await database.maybe<{
    account_id: string
    email: string
    role: Role
    account_created_at: Date
    session_id: string
    last_seen_at: Date
  }>(sql`
    select a.account_id, a.email, a.role, a.created_at as account_created_at, s.session_id, s.last_seen_at
    from sessions s join accounts a on a.account_id = s.account_id
    where s.token_hash = ${hashSecretToken(token)} and a.disabled_at is null and ${isOpen('s.', now)}`)
  if (row === undefined) return undefined
  if (now.getTime() - row.last_seen_at.getTime() >= seenEveryMs) {
    await database.run(sql`
      update sessions set last_seen_at = ${now}
      where account_id = ${row.account_id} and session_id = ${row.session_id} and last_seen_at < ${now}`)
  }
  return {
    accountId: row.account_id,
    email: row.email,
    role: row.role,
    createdAt: row.account_created_at,
    sessionId: row.session_id,
  }
}

/** The open sessions of an account, most recently used first. */
export async function listSessions(from: Queryable, clock: Clock, accountId: string): Promise<Session[]> {
  const rows = await from.many<SessionRow>(sql`
    select session_id, created_at, last_seen_at, user_agent, address from sessions
    where account_id = ${accountId} and ${isOpen('', clock.now())}
    order by last_seen_at desc, session_id desc`)
  return rows.map(toSession)
}

/** Ends one session of the account; false if there is none with this id. */
export async function endSession(on: Queryable, accountId: string, sessionId: string): Promise<boolean> {
  const ended = await on.run(
    sql`delete from sessions where account_id = ${accountId} and session_id = ${sessionId}`,
  )
  return ended > 0
}

/** Ends all sessions of the account except this one; null: all. */
export async function endSessions(on: Queryable, accountId: string, but: string | null): Promise<void> {
  await on.run(
    sql`delete from sessions where account_id = ${accountId} and session_id is distinct from ${but}::uuid`,
  )
}

/** Deletes some expired sessions of an account. */
export async function forgetEndedSessions(on: Queryable, clock: Clock, accountId: string): Promise<void> {
  await on.run(sql`delete from sessions where account_id = ${accountId} and not (${isOpen('', clock.now())})`)
}

function isOpen(prefix: '' | 's.', now: Date): Sql {
  const usedAfter = new Date(now.getTime() - sessionIdleMs)
  const madeAfter = new Date(now.getTime() - sessionLifetimeMs)
  return prefix === ''
    ? sql`last_seen_at > ${usedAfter} and created_at > ${madeAfter}`
    : sql`s.last_seen_at > ${usedAfter} and s.created_at > ${madeAfter}`
}

function toSession(row: SessionRow): Session {
  const idleEndMs = row.last_seen_at.getTime() + sessionIdleMs
  const lastEndMs = row.created_at.getTime() + sessionLifetimeMs
  return {
    sessionId: row.session_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: new Date(Math.min(idleEndMs, lastEndMs)),
    userAgent: row.user_agent,
    address: row.address,
  }
}

/** A header may contain anything; only its printable ASCII is stored and shown. */
function printable(text: string, charactersMax: number): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, charactersMax)
}
