import { isUuid } from '../kit/index.ts'
import { consoleFault } from './faults.ts'

/** Pages by the last identifier of the page before: no page is counted, and none shifts while rows come. */

const limitDefault = 50

export interface PageQuery {
  readonly cursor?: string
  readonly limit?: number
}

/** Where a page begins. Throws invalid_input where the cursor is none that was given out. */
export function startOf({ cursor, limit = limitDefault }: PageQuery): {
  after: string | null
  limit: number
} {
  if (cursor === undefined || cursor === '') return { after: null, limit }
  if (!isUuid(cursor)) throw consoleFault('invalid_input', { internal: 'not a cursor' })
  return { after: cursor.toLowerCase(), limit }
}

/** Of one row more than a page holds: the page, and the cursor of the next one. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
): { items: Row[]; next: string | null } {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: found.length > limit && last !== undefined ? idOf(last) : null }
}
