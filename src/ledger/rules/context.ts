import type { Terms } from '../../contract/index.ts'

/** The calendar day and month of a moment, and when they end. */
export interface Period {
  readonly day: string
  readonly month: string
  readonly dayEndsAtMs: number
  readonly monthEndsAtMs: number
}

/** The inputs of a decision besides the account itself, so that the rules read no clock and no table. */
export interface DecisionContext {
  readonly nowMs: number
  readonly period: Period
  readonly terms: Terms
  /** Identifiers for the groups of expiry entries. */
  readonly newId: () => string
}
