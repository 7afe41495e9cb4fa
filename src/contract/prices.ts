import { type PointCents, pointCents } from './amounts.ts'
import { completionTokensMax } from './limits.ts'
import type { Terms } from './terms.ts'

export const parsePagePointCents = pointCents(5)
export const matchPointCents = pointCents(100)
export const optimizePointCentsMin = pointCents(100)
export const batchCandidatePointCents = pointCents(100)

/** How an operation is charged. */
export type Price =
  | { readonly kind: 'per_page'; readonly pointCents: PointCents }
  | { readonly kind: 'fixed'; readonly pointCents: PointCents }
  | { readonly kind: 'per_token'; readonly minimumPointCents: PointCents }
  | { readonly kind: 'per_candidate'; readonly pointCents: PointCents }
  | { readonly kind: 'free' }

export interface TokenUsage {
  readonly promptTokens: number
  readonly completionTokens: number
}

/** The price of an optimisation; see `optimizeFormula`. The division rounds up, once, at the end. */
export function optimizePrice(usage: TokenUsage, terms: Terms): PointCents {
  const milliPointCents =
    usage.promptTokens * terms.promptPointCentsPer1000 +
    usage.completionTokens * terms.completionPointCentsPer1000
  return pointCents(Math.max(optimizePointCentsMin, Math.ceil(milliPointCents / 1000)))
}

/** The hold for an optimisation: its price if the engine uses all the output it is allowed. */
export function optimizeHold(promptTokensMax: number, terms: Terms): PointCents {
  return optimizePrice({ promptTokens: promptTokensMax, completionTokens: completionTokensMax }, terms)
}
