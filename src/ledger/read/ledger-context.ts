import type { Terms } from '../../contract/index.ts'
import type { Clock, Ids, Sealer } from '../../kit/index.ts'
import type { Database } from '../../store/index.ts'
import type { Circumstances } from '../rules/draft.ts'
import type { Calendar } from '../rules/quota.ts'

/** Everything that a ledger works with. */
export interface LedgerContext {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly terms: Terms
  readonly sealer: Sealer
  readonly calendar: Calendar
}

export function circumstancesNow({ clock, calendar, terms, ids }: LedgerContext): Circumstances {
  const nowMs = clock.now().getTime()
  return { nowMs, period: calendar.at(nowMs), terms, newId: () => ids.uuid() }
}
