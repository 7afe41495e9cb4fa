import type { Terms } from '../contract/index.ts'
import type { Clock, Ids, Sealer } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import type { Ledger } from './ledger.ts'

export interface LedgerDeps {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly terms: Terms
  readonly sealer: Sealer
}

export function createLedger(_deps: LedgerDeps): Ledger {
  throw new Error('the ledger is being built')
}
