import { type Queryable, sql } from '../store/index.ts'
import type { Caller, Role, Scope } from './roles.ts'

/** The stored record of a presented key, revoked or not. */
export interface KeyRecord {
  readonly caller: Caller
  readonly expiresAtMs: number | null
  /** Why the key is permanently refused, or null. */
  readonly refusal: 'revoked' | 'disabled' | null
}

/** One statement, so the record is exactly as old as the version beside it. */
export interface KeyRead {
  readonly version: number
  readonly record: KeyRecord | undefined
}

export async function readVersion(from: Queryable): Promise<number> {
  const row = await from.one<{ version: number }>(sql`select version from credential_changes`)
  return row.version
}

export async function readKey(from: Queryable, keyHash: Buffer): Promise<KeyRead> {
  const row = await from.one<Row>(sql`
    select c.version, k.account_id, k.key_id, k.scopes, k.expires_at, k.revoked_at, a.role,
           coalesce(a.disabled_at, k.disabled_at) as disabled_at
    from credential_changes c
    left join api_key_lookups l on l.key_hash = ${keyHash}
    left join api_keys k on k.account_id = l.account_id and k.key_id = l.key_id
    left join accounts a on a.account_id = k.account_id`)
  return { version: row.version, record: row.account_id === null ? undefined : toRecord(row) }
}

interface FoundRow {
  version: number
  account_id: string
  key_id: string
  scopes: Scope[]
  expires_at: Date | null
  revoked_at: Date | null
  role: Role
  disabled_at: Date | null
}
type Row = FoundRow | { version: number; account_id: null }

function toRecord(row: FoundRow): KeyRecord {
  const { account_id: accountId, key_id: keyId, role, scopes } = row
  return {
    caller: { accountId, keyId, role, scopes },
    expiresAtMs: row.expires_at?.getTime() ?? null,
    refusal: row.revoked_at !== null ? 'revoked' : row.disabled_at !== null ? 'disabled' : null,
  }
}
