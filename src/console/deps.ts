import type { Authenticator } from '../accounts/index.ts'
import type { Batches } from '../batches/index.ts'
import type { CallBody, Operation, PointCents, Terms, Turn } from '../contract/index.ts'
import type { Clock, Ids, Log, Metrics } from '../kit/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { PipelineDeps } from '../pipeline/index.ts'
import type { Database } from '../store/index.ts'
import type { CallLog } from './call-log.ts'
import type { Mailer } from './mail.ts'
import type { PaymentProvider } from './payments.ts'

/** What the operator has set for the user center. */
export interface ConsoleSettings {
  /** The address of the service as browsers know it; null: as each request names it. */
  readonly publicUrl: string | null
  readonly trustProxy: boolean
  readonly signUp: 'open' | 'invite' | 'closed'
  readonly signupBonusPointCents: PointCents
  readonly mcpToolPrefix: string
}

/** Draws a page, counted from 1, of the PDF in the body of a parse. A large body has a thread of its own. */
export type DrawPdfPage = (
  body: CallBody,
  page: number,
  signal: AbortSignal,
  turn: Turn,
) => Promise<{
  readonly pageCount: number
  readonly page: {
    readonly width: number
    readonly height: number
    readonly png: Uint8Array
    readonly hidden: readonly {
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }[]
  }
}>

/** All that handlers of the user center work with; each area takes what it needs of it. */
export interface ConsoleDeps {
  readonly store: Database
  readonly ledger: Ledger
  readonly batches: Batches
  readonly authenticator: Authenticator
  readonly pipeline: PipelineDeps
  readonly calls: CallLog
  readonly drawPdfPage: DrawPdfPage
  readonly operations: readonly Operation[]
  /** What matches and optimises. */
  readonly engine: { readonly name: string; readonly version: string }
  readonly terms: Terms
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
  readonly settings: ConsoleSettings
  /** Null: no mail can be sent. */
  readonly mailer: Mailer | null
  /** Where points can be bought; left out: nowhere. */
  readonly payments?: PaymentProvider
  /** Where the page is built; there may be no build. */
  readonly pagesFolder: string
}
