import type { Clock } from '../kit/index.ts'
import { join, type Queryable, raw, sql } from '../store/index.ts'

/** The first steps of a new account, in order. */
export const firstSteps = ['key_made', 'resume_tried', 'call_copied', 'called', 'dismissed'] as const
export type FirstStep = (typeof firstSteps)[number]
export type FirstSteps = Readonly<Record<FirstStep, boolean>>

/** The recorded steps. The first key is derived from the keys and not recorded. */
export async function readFirstSteps(from: Queryable, accountId: string): Promise<FirstSteps> {
  return from.one<FirstSteps>(sql`
    select exists (select 1 from api_keys where account_id = ${accountId}) as key_made,
           coalesce(bool_or(resume_tried_at is not null), false) as resume_tried,
           coalesce(bool_or(call_copied_at is not null), false) as call_copied,
           coalesce(bool_or(called_at is not null), false) as called,
           coalesce(bool_or(dismissed_at is not null), false) as dismissed
    from first_steps where account_id = ${accountId}`)
}

/** Records that steps are done; the first time is kept. */
export async function noteFirstSteps(
  on: Queryable,
  clock: Clock,
  accountId: string,
  steps: readonly FirstStep[],
): Promise<void> {
  if (steps.length === 0) return
  const now = clock.now()
  const columns = steps.map((step) => raw(`${step}_at`))
  const kept = columns.map((column) => sql`${column} = coalesce(f.${column}, excluded.${column})`)
  await on.run(sql`
    insert into first_steps as f (account_id, ${join(columns)})
    values (${accountId}, ${join(columns.map(() => now))})
    on conflict (account_id) do update set ${join(kept)}`)
}
