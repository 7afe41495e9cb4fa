import type { ReplyOf } from '../../api/index.ts'

type UsageDay = ReplyOf<'get', '/usage'>['days'][number]

const cache = new WeakMap<readonly UsageDay[], { days: string[]; calls: number[] }>()

/** Sums of all operations by day. The same answer returns the same arrays, so charts are not redrawn. */
export function callsByDay(rows: readonly UsageDay[]): { days: string[]; calls: number[] } {
  const known = cache.get(rows)
  if (known) return known
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const days = [...byDay.keys()].sort()
  const calls = days.map((day) => (byDay.get(day) ?? []).reduce((sum, row) => sum + row.calls, 0))
  const made = { days, calls }
  cache.set(rows, made)
  return made
}
