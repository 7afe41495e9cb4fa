import type { Clock } from '../kit/index.ts'
import { type Queryable, sql } from '../store/index.ts'

/** Collects when each key was used, and writes many keys in one statement. */
export interface LastUsed {
  note(accountId: string, keyId: string): void
  /** Writes the collected uses. After a failure they are written with the next call. */
  flush(): Promise<void>
}

/** Limits the memory: keys beyond this number between two flushes are not recorded. */
const keysMax = 50_000
const keysPerStatement = 1_000

interface Use {
  readonly accountId: string
  readonly keyId: string
  readonly atMs: number
}

export function createLastUsed(database: Queryable, clock: Clock): LastUsed {
  let noted = new Map<string, Use>()
  return {
    note(accountId, keyId) {
      if (noted.size >= keysMax && !noted.has(keyId)) return
      noted.set(keyId, { accountId, keyId, atMs: clock.now().getTime() })
    },
    async flush() {
      const uses = [...noted.values()]
      noted = new Map()
      for (let start = 0; start < uses.length; start += keysPerStatement) {
        const part = uses.slice(start, start + keysPerStatement)
        try {
          await writeLastUsed(database, part)
        } catch (error) {
          for (const use of uses.slice(start)) if (!noted.has(use.keyId)) noted.set(use.keyId, use)
          throw error
        }
      }
    },
  }
}

/**
 * Locked rows are skipped: no other statement waits for this one, and two processes cannot block each other.
 */
const writeLastUsed = (database: Queryable, uses: readonly Use[]): Promise<number> =>
  database.run(sql`
    with used as (
      select * from unnest(${uses.map((use) => use.accountId)}::uuid[],
                           ${uses.map((use) => use.keyId)}::uuid[],
                           ${uses.map((use) => new Date(use.atMs).toISOString())}::timestamptz[])
        as used (account_id, key_id, used_at)
    ), held as (
      select k.account_id, k.key_id, used.used_at
      from api_keys k join used using (account_id, key_id)
      where k.last_used_at is null or k.last_used_at < used.used_at
      for no key update of k skip locked
    )
    update api_keys k set last_used_at = held.used_at
    from held where k.account_id = held.account_id and k.key_id = held.key_id`)
