import type { Segment } from '../read/segment.ts'
import { type Aspect, gradeCredit } from './aspect.ts'

const code = /\b([a-z]{2,6})[\s-]?(\d{2,5})\b/gu
/** Words before a number that don't form a code with it. */
const notNames =
  /^(?:level|grade|over|least|about|than|with|the|top|age|aged|year|years|over|under|from|to|of|in|and|or|for|all|max|min|step|type|class|unit|part|page|room|team|size|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|since|until|cet|tem|toeic|toefl|ielts)$/u

/**
 * Compares numbered standards, cards and certificates: `ISO 14001` doesn't satisfy `ISO 9001`. Undefined if
 * the requirement has no code, or if the resume has the same code or none of that name.
 */
export function judgeCodes(normalized: string, segments: readonly Segment[]): Aspect | undefined {
  const asked = codesIn(normalized)
  for (const [name, numbers] of asked) {
    let other: Aspect | undefined
    for (const segment of segments) {
      const held = codesIn(segment.norm).get(name)
      if (held === undefined) continue
      if ([...numbers].some((number) => held.has(number))) return undefined
      other ??= { credit: gradeCredit.short, place: { segment, at: 0 } }
    }
    if (other !== undefined) return other
  }
  return undefined
}

function codesIn(normalized: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [, name = '', number = ''] of normalized.matchAll(code)) {
    if (notNames.test(name)) continue
    found.set(name, (found.get(name) ?? new Set()).add(number))
  }
  return found
}
