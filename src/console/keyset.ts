import { isUuid } from '../kit/index.ts'
import { consoleFault } from './faults.ts'

/** Keyset pagination by identifier: no rows are counted, and pages don't shift when rows are added. */

const limitDefault = 50

export interface PageQuery {
  readonly cursor?: string
  readonly limit?: number
}

/** The start of a page. Throws invalid_input if the cursor is not one of ours. */
export function startOf({ cursor, limit = limitDefault }: PageQuery): {
  after: string | null
  limit: number
} {
  if (cursor === undefined || cursor === '') return { after: null, limit }
  if (!isUuid(cursor)) throw consoleFault('invalid_input', { internal: 'not a cursor' })
  return { after: cursor.toLowerCase(), limit }
}

/** Takes one row more than a page holds; returns the page and the next cursor. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
): { items: Row[]; next: string | null } {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? idOf(last) : null }
}
