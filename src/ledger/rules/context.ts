import type { Terms } from '../../contract/index.ts'
import type { Period } from './quota.ts'

/** The inputs of a decision besides the account itself, so that the rules read no clock and no table. */
export interface DecisionContext {
  readonly nowMs: number
  readonly period: Period
  readonly terms: Terms
  /** Identifiers for the groups of expiry entries. */
  readonly newId: () => string
}
