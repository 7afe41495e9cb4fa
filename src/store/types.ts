import pg from 'pg'
import { assert } from '../kit/index.ts'

const oid = { int8: 20, date: 1082, numeric: 1700, int8Array: 1016, dateArray: 1182, numericArray: 1231 }

/**
 * How column values become JavaScript values. int8 is a number and is refused beyond 2^53. date stays text (a
 * calendar day has no time zone). numeric is refused, because a sum() as text would be concatenated instead
 * of added: cast it to bigint in the statement.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, parseInt8],
  [oid.int8Array, (text) => parseArray(text).map((item) => (item === null ? null : parseInt8(item)))],
  [oid.date, (text) => text],
  [oid.dateArray, parseArray],
  [oid.numeric, refuseNumeric],
  [oid.numericArray, refuseNumeric],
])

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(id)) ?? pg.types.getTypeParser(id, format ?? 'text'),
}

function parseInt8(text: string): number {
  const value = Number(text)
  assert(Number.isSafeInteger(value), 'a bigint of the database is beyond what a number holds exactly')
  return value
}

function refuseNumeric(): never {
  assert(false, 'a numeric reached the program: cast it to bigint (or float8) in the statement')
}

/** One-dimensional arrays of numbers and dates only: no quoting occurs in them. */
function parseArray(text: string): (string | null)[] {
  const inside = text.slice(1, -1)
  if (inside === '') return []
  return inside.split(',').map((item) => (item === 'NULL' ? null : item))
}
