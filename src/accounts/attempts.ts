import { createHash } from 'node:crypto'
import type { Clock } from '../kit/index.ts'
import { type Queryable, sql } from '../store/index.ts'

/** A rate limit for a mark (an address, an account): `burst` attempts, then one every `everyMs`. */
export interface AttemptLimit {
  /** The kind of attempt, and the mark it is counted for. */
  readonly name: string
  readonly mark: string
  readonly burst: number
  readonly everyMs: number
}

const forgottenAtOnce = 20

/**
 * Counts an attempt in the database, so all processes share the count. Null if it is allowed, else the
 * seconds until the next one is. A refused attempt is not counted, so waiting always helps.
 */
export async function countAttempt(
  on: Queryable,
  clock: Clock,
  { name, mark, burst, everyMs }: AttemptLimit,
): Promise<number | null> {
  const now = clock.now()
  const hash = createHash('sha256').update(`${name}\n${mark}`, 'utf8').digest()
  const latest = new Date(now.getTime() + burst * everyMs)
  const counted = await on.run(sql`
    insert into attempt_marks as m (mark_hash, used_until)
    values (${hash}, ${new Date(now.getTime() + everyMs)})
    on conflict (mark_hash) do update
    set used_until = greatest(m.used_until, ${now}::timestamptz) + ${everyMs} * interval '1 millisecond'
    where greatest(m.used_until, ${now}::timestamptz) + ${everyMs} * interval '1 millisecond' <= ${latest}`)
  if (counted === 1) return null
  const row = await on.maybe<{ used_until: Date }>(
    sql`select used_until from attempt_marks where mark_hash = ${hash}`,
  )
  const freeMs = (row?.used_until.getTime() ?? now.getTime()) + everyMs - latest.getTime()
  return Math.max(1, Math.ceil(freeMs / 1000))
}

/** Deletes some marks that no longer limit anything. */
export async function forgetAttempts(on: Queryable, clock: Clock): Promise<void> {
  await on.run(sql`
    delete from attempt_marks where mark_hash in (
      select mark_hash from attempt_marks where used_until < ${clock.now()}
      order by used_until limit ${forgottenAtOnce} for update skip locked)`)
}
