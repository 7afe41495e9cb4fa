import { createHash } from 'node:crypto'
import type { Clock } from '../kit/index.ts'
import { type Queryable, sql } from '../store/index.ts'

/**
 * How often something may be tried by whoever bears a mark (an address, an account): `burst` times at once,
 * then once every `everyMs`.
 */
export interface AttemptLimit {
  /** What is tried, and by which mark. */
  readonly name: string
  readonly mark: string
  readonly burst: number
  readonly everyMs: number
}

const forgottenAtOnce = 20

/**
 * Counts an attempt, in the database: all processes count together. Null where it may be made, else the
 * seconds until the next one may. A refused attempt isn't counted, so that waiting always helps.
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

/** Deletes some rows that count no more. */
export async function forgetAttempts(on: Queryable, clock: Clock): Promise<void> {
  await on.run(sql`
    delete from attempt_marks where mark_hash in (
      select mark_hash from attempt_marks where used_until < ${clock.now()}
      order by used_until limit ${forgottenAtOnce} for update skip locked)`)
}
