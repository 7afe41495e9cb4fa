import type { Candidate } from './batch.ts'

export interface RankingFilter {
  readonly find: string
  readonly tag: string
  readonly minimum: string
  readonly sort: 'score' | 'name'
}

export const noFilter: RankingFilter = { find: '', tag: '', minimum: '', sort: 'score' }

export interface Ranked extends Candidate {
  /** Its rank among all candidates; null without a score. */
  readonly rank: number | null
}

/** The service returns the candidates ranked; filters don't change a rank. */
export function ranked(items: readonly Candidate[]): Ranked[] {
  return items.map((item, index) => ({ ...item, rank: item.score === null ? null : index + 1 }))
}

export function shown(all: readonly Ranked[], filter: RankingFilter): Ranked[] {
  const find = filter.find.trim().toLowerCase()
  const minimum = filter.minimum.trim() === '' ? null : Number(filter.minimum)
  const fits = (item: Ranked) =>
    (find === '' ||
      [item.candidate_label, item.recommendation, ...item.tags].some((text) =>
        text.toLowerCase().includes(find),
      )) &&
    (filter.tag === '' || item.tags.includes(filter.tag)) &&
    (minimum === null || Number.isNaN(minimum) || (item.score ?? -1) >= minimum)
  const list = all.filter(fits)
  if (filter.sort === 'name') list.sort((a, b) => a.candidate_label.localeCompare(b.candidate_label))
  return list
}

/** The most common tags first. */
export function tagsOf(all: readonly Ranked[]): string[] {
  const counts = new Map<string, number>()
  for (const tag of all.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, 60)
}
