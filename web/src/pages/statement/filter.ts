import { dayEnd, dayStart } from '../../ui/index.ts'

export const movements = ['grant', 'hold', 'capture', 'release', 'expiry', 'withdrawal', 'refund'] as const
export const kinds = ['promotion', 'signup_bonus', 'resource_pack', 'paid'] as const

/** What the fields above the table say; an empty text: all. */
export interface StatementFilter {
  readonly movement: '' | (typeof movements)[number]
  readonly kind: '' | (typeof kinds)[number]
  readonly from: string
  readonly to: string
  readonly request_id: string
}

export const noFilter: StatementFilter = { movement: '', kind: '', from: '', to: '', request_id: '' }

/** The same as the query of the call, with days of the time zone as instants. */
export function queryOf(filter: StatementFilter, timeZone: string) {
  const all = {
    ...filter,
    from: dayStart(filter.from, timeZone),
    to: dayEnd(filter.to, timeZone),
    request_id: filter.request_id.trim(),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}
