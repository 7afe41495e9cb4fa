import type { ReplyOf } from '../../api/index.ts'

export type Usage = ReplyOf<'get', '/usage'>
export type UsageDay = Usage['days'][number]
export type OperationName = UsageDay['operation']
export type Call = ReplyOf<'get', '/calls'>['items'][number]

/** The operations used in the period, most calls first. */
export function operationsOf(rows: readonly UsageDay[]): OperationName[] {
  const calls = new Map<OperationName, number>()
  for (const row of rows) calls.set(row.operation, (calls.get(row.operation) ?? 0) + row.calls)
  return [...calls.keys()].sort((a, b) => (calls.get(b) ?? 0) - (calls.get(a) ?? 0))
}

/** The calendar days of a period that ends today, including days without calls. */
export function daysUntil(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}

export type Measure = 'calls' | 'errors' | 'point_cents' | 'p50_ms' | 'p95_ms'

/** One value per day of an operation; zero without calls. */
export function valuesOf(
  rows: readonly UsageDay[],
  days: readonly string[],
  operation: OperationName,
  measure: Measure,
): number[] {
  const byDay = new Map(rows.filter((row) => row.operation === operation).map((row) => [row.day, row]))
  return days.map((day) => byDay.get(day)?.[measure] ?? 0)
}

export function sumOf(rows: readonly UsageDay[], measure: 'calls' | 'errors' | 'point_cents'): number {
  return rows.reduce((sum, row) => sum + row[measure], 0)
}
