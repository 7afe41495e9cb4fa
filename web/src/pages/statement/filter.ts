import { dayEnd, dayStart } from '../../ui/index.ts'

export const movements = ['grant', 'hold', 'capture', 'release', 'expiry', 'withdrawal', 'refund'] as const
export const kinds = ['promotion', 'signup_bonus', 'resource_pack', 'paid'] as const

/** The fields above the table; an empty text means all. */
export interface StatementFilter {
  readonly movement: '' | (typeof movements)[number]
  readonly kind: '' | (typeof kinds)[number]
  readonly from: string
  readonly to: string
  readonly request_id: string
}

export const noFilter: StatementFilter = { movement: '', kind: '', from: '', to: '', request_id: '' }

/** The same as query parameters, with days of the time zone as instants. */
export function queryOf(filter: StatementFilter, timeZone: string) {
  const all = {
    ...filter,
    from: dayStart(filter.from, timeZone),
    to: dayEnd(filter.to, timeZone),
    request_id: filter.request_id.trim(),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}
