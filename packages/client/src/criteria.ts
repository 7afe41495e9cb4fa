import type { MatchResumeToJdInput } from './types.generated.ts'

/**
 * The criteria that a caller judges a candidate by. The entries of `requirements` in a reply are criteria
 * too.
 */
export type Criterion = NonNullable<MatchResumeToJdInput['criteria']>[number]

/**
 * The `criteria_hash` of a reply to these criteria: the SHA-256 of their canonical JSON, in lowercase hex.
 * In browsers it needs a secure context, because Web Crypto does.
 */
export async function criteriaHash(criteria: readonly Criterion[]): Promise<string> {
  const understood = criteria.map(({ priority, text, weight }) => ({
    priority,
    text: text.trim(),
    weight: weight ?? 1,
  }))
  const bytes = new TextEncoder().encode(JSON.stringify(understood))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
