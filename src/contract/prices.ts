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
  | { readonly kind: 'per_token' }
  | { readonly kind: 'per_candidate'; readonly pointCents: PointCents }
  | { readonly kind: 'free' }

/** A price as every description shows it, such as `5 point_cents per page recognised`. */
export function priceText(price: Price, terms: Terms): string {
  switch (price.kind) {
    case 'per_page':
      return `${price.pointCents} point_cents per page recognised`
    case 'fixed':
      return `${price.pointCents} point_cents per call`
    case 'per_token':
      return `max(${optimizePointCentsMin}, ceil((prompt_tokens × ${terms.promptPointCentsPer1000} + completion_tokens × ${terms.completionPointCentsPer1000}) / 1000)) point_cents`
    case 'per_candidate':
      return `${price.pointCents} point_cents per candidate scored`
    case 'free':
      return 'free'
  }
}

export interface TokenUsage {
  readonly promptTokens: number
  readonly completionTokens: number
}

/** The price of an optimisation; `priceText` shows the formula. The division rounds up, once, at the end. */
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
