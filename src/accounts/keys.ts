import { operationNames } from '../contract/index.ts'
import { type Clock, type Ids, isUuid } from '../kit/index.ts'
import { empty, type Queryable, type Sql, sql, type Tx } from '../store/index.ts'
import { AccountError } from './account-error.ts'
import type { Page } from './accounts.ts'
import { hashKey, lastFour, newKey } from './key-format.ts'
import type { Scope } from './roles.ts'

const keyNameCharactersMax = 80
/** How long a rotated key still works by default (decisions.md, Keys). */
export const rotatedKeyLifetimeMs = 24 * 3_600_000

/** The public view of a key. The key itself is shown once, when it is created. */
export interface ApiKey {
  readonly accountId: string
  readonly email: string
  readonly keyId: string
  readonly name: string
  readonly lastFour: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** Its owner has disabled it and may enable it again. */
  readonly disabledAt: Date | null
  /** Accurate to about a minute. */
  readonly lastUsedAt: Date | null
  /** The key that replaced it in a rotation. */
  readonly replacedBy: string | null
}

export interface CreatedKey {
  /** The whole key in plain text: show it once, never store or log it. */
  readonly key: string
  readonly apiKey: ApiKey
}

export interface NewKey {
  readonly accountId: string
  /** Default: `key of <date>`. */
  readonly name?: string | undefined
  /** Default: every operation. */
  readonly scopes?: readonly string[] | undefined
  /** Default: it does not expire. */
  readonly expiresAt?: Date | undefined
}

export type KeyState = 'active' | 'disabled' | 'expired' | 'revoked'

/** Creates a key. Throws account_unknown, key_name_invalid, scopes_invalid, expiry_invalid. */
export async function createKey(
  tx: Tx,
  deps: { clock: Clock; ids: Ids },
  wanted: NewKey,
): Promise<CreatedKey> {
  const now = deps.clock.now()
  const name = checkName(wanted.name ?? `key of ${now.toISOString().slice(0, 10)}`)
  const scopes = checkScopes(wanted.scopes ?? operationNames)
  const expiresAt = wanted.expiresAt ?? null
  if (expiresAt !== null && expiresAt <= now) {
    throw new AccountError('expiry_invalid', `a key expires in the future, not at ${expiresAt.toISOString()}`)
  }
  return insertKey(tx, deps, { accountId: wanted.accountId, name, scopes, expiresAt, createdAt: now })
}

/** Keys of one account, or of all (null), newest first; `after` is the last key_id of the previous page. */
export async function listKeys(from: Queryable, accountId: string | null, page: Page): Promise<ApiKey[]> {
  const ofAccount: Sql = accountId === null ? empty : sql`and k.account_id = ${accountId}`
  const older: Sql = page.after === null ? empty : sql`and k.key_id < ${page.after}`
  const rows = await from.many<KeyRow>(sql`
    select ${columns} from api_keys k join accounts a using (account_id)
    where true ${ofAccount} ${older} order by k.key_id desc limit ${page.limit}`)
  return rows.map(toApiKey)
}

/** The key with this id, of any account; undefined if there is none, or the text is not an id. */
export async function findKey(from: Queryable, keyId: string): Promise<ApiKey | undefined> {
  if (!isUuid(keyId)) return undefined
  const row = await from.maybe<KeyRow>(
    sql`select ${columns} from api_keys k join accounts a using (account_id) where k.key_id = ${keyId}`,
  )
  return row === undefined ? undefined : toApiKey(row)
}

/**
 * Revokes a key permanently, in every process within a second. A revoked key stays unchanged. Throws
 * key_unknown.
 */
export async function revokeKey(
  tx: Tx,
  deps: { clock: Clock },
  accountId: string,
  keyId: string,
): Promise<ApiKey> {
  await lockKey(tx, accountId, keyId)
  await tx.run(sql`update api_keys set revoked_at = ${deps.clock.now()}
                   where account_id = ${accountId} and key_id = ${keyId} and revoked_at is null`)
  return lockKey(tx, accountId, keyId)
}

/** Changeable properties of a key. Its spending limits belong to the ledger. */
export interface KeyChange {
  readonly name?: string | undefined
  /** Takes effect in every process within a second. */
  readonly disabled?: boolean | undefined
}

/** Renames a key, disables or enables it. Throws key_unknown, key_inactive (revoked), key_name_invalid. */
export async function changeKey(
  tx: Tx,
  deps: { clock: Clock },
  accountId: string,
  keyId: string,
  change: KeyChange,
): Promise<ApiKey> {
  const before = await lockKey(tx, accountId, keyId)
  if (before.revokedAt !== null) {
    throw new AccountError('key_inactive', `key ${keyId} is revoked: it can't be changed any more`)
  }
  const { name = before.name, disabled = before.disabledAt !== null } = change
  const named = checkName(name)
  if (named !== before.name) {
    await tx.run(sql`update api_keys set name = ${named}
                     where account_id = ${accountId} and key_id = ${keyId}`)
  }
  if (disabled !== (before.disabledAt !== null)) {
    await tx.run(sql`update api_keys set disabled_at = ${disabled ? deps.clock.now() : null}
                     where account_id = ${accountId} and key_id = ${keyId}`)
  }
  return lockKey(tx, accountId, keyId)
}

/**
 * Creates a successor with a new secret and the same name, scopes and expiry. The old key works for another
 * `oldLivesMs` (0: it ends now), but never past its own expiry. Throws key_unknown, key_inactive.
 */
export async function rotateKey(
  tx: Tx,
  deps: { clock: Clock; ids: Ids },
  accountId: string,
  keyId: string,
  oldLivesMs: number = rotatedKeyLifetimeMs,
): Promise<CreatedKey & { readonly old: ApiKey }> {
  const now = deps.clock.now()
  const before = await lockKey(tx, accountId, keyId)
  const state = keyState(before, now)
  if (state !== 'active' || before.replacedBy !== null) {
    const why = state === 'active' ? `was rotated already, into ${before.replacedBy}` : `is ${state}`
    throw new AccountError('key_inactive', `key ${keyId} ${why}: create a new key instead`)
  }
  const { name, scopes, expiresAt } = before
  const created = await insertKey(tx, deps, { accountId, name, scopes, expiresAt, createdAt: now })
  const lastMoment = new Date(now.getTime() + oldLivesMs)
  const endsAt = expiresAt !== null && expiresAt < lastMoment ? expiresAt : lastMoment
  await tx.run(sql`update api_keys set expires_at = ${endsAt}, replaced_by = ${created.apiKey.keyId}
                   where account_id = ${accountId} and key_id = ${keyId}`)
  return { ...created, old: await lockKey(tx, accountId, keyId) }
}

/** The state of a key at this moment. Its account may be disabled independently. */
export function keyState(key: ApiKey, now: Date): KeyState {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired'
  return key.disabledAt === null ? 'active' : 'disabled'
}

interface KeyRow {
  account_id: string
  email: string
  key_id: string
  name: string
  last_four: string
  scopes: Scope[]
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  disabled_at: Date | null
  last_used_at: Date | null
  replaced_by: string | null
}

const columns = sql`k.account_id, a.email, k.key_id, k.name, k.last_four, k.scopes, k.created_at,
  k.expires_at, k.revoked_at, k.disabled_at, k.last_used_at, k.replaced_by`

async function insertKey(
  tx: Tx,
  deps: { ids: Ids },
  row: { accountId: string; name: string; scopes: readonly Scope[]; expiresAt: Date | null; createdAt: Date },
): Promise<CreatedKey> {
  const key = newKey(deps.ids)
  const keyId = deps.ids.uuid()
  const inserted = await tx.run(sql`
    insert into api_keys (account_id, key_id, name, last_four, scopes, created_at, expires_at)
    select account_id, ${keyId}::uuid, ${row.name}::text, ${lastFour(key)}::text, ${row.scopes}::text[],
           ${row.createdAt}::timestamptz, ${row.expiresAt}::timestamptz
    from accounts where account_id = ${row.accountId}`)
  if (inserted === 0) throw new AccountError('account_unknown', `there is no account ${row.accountId}`)
  await tx.run(sql`insert into api_key_lookups (key_hash, account_id, key_id)
                   values (${hashKey(key)}, ${row.accountId}, ${keyId})`)
  return { key, apiKey: await lockKey(tx, row.accountId, keyId) }
}

/** Reads a key and locks its row, so changes of one key are serialised. Throws key_unknown. */
async function lockKey(tx: Tx, accountId: string, keyId: string): Promise<ApiKey> {
  const row = await tx.maybe<KeyRow>(sql`
    select ${columns} from api_keys k join accounts a using (account_id)
    where k.account_id = ${accountId} and k.key_id = ${keyId} for update of k`)
  if (row === undefined) throw new AccountError('key_unknown', `there is no key ${keyId}`)
  return toApiKey(row)
}

function checkName(name: string): string {
  const trimmed = name.trim()
  const length = [...trimmed].length
  if (length >= 1 && length <= keyNameCharactersMax) return trimmed
  throw new AccountError('key_name_invalid', `the name of a key has 1 to ${keyNameCharactersMax} characters`)
}

/** In the order of the contract, without duplicates. */
function checkScopes(scopes: readonly string[]): readonly Scope[] {
  const unknown = scopes.filter((scope) => !operationNames.some((name) => name === scope))
  if (unknown.length === 0 && scopes.length > 0) return operationNames.filter((name) => scopes.includes(name))
  const problem =
    scopes.length === 0 ? 'a key needs at least one scope' : `unknown scope: ${unknown.join(', ')}`
  throw new AccountError('scopes_invalid', `${problem}; the scopes are ${operationNames.join(', ')}`)
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    accountId: row.account_id,
    email: row.email,
    keyId: row.key_id,
    name: row.name,
    lastFour: row.last_four,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    disabledAt: row.disabled_at,
    lastUsedAt: row.last_used_at,
    replacedBy: row.replaced_by,
  }
}
