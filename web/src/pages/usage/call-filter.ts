import type { OperationName } from '../../api/index.ts'
import { dayEnd, dayStart } from '../../ui/index.ts'

export const doors = ['rest', 'mcp', 'console'] as const
export const outcomes = ['ok', 'refused', 'failed'] as const

/** The fields above the table; an empty text means all. */
export interface CallFilter {
  readonly operation: '' | OperationName
  readonly door: '' | (typeof doors)[number]
  readonly outcome: '' | (typeof outcomes)[number]
  readonly key_id: string
  readonly from: string
  readonly to: string
  readonly request_id: string
}

export const noFilter: CallFilter = {
  operation: '',
  door: '',
  outcome: '',
  key_id: '',
  from: '',
  to: '',
  request_id: '',
}

/** The same as query parameters, with days of the time zone as instants. */
export function queryOf(filter: CallFilter, timeZone: string) {
  const all = {
    ...filter,
    from: dayStart(filter.from, timeZone),
    to: dayEnd(filter.to, timeZone),
    request_id: filter.request_id.trim(),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}
