import type { Authenticator } from '../accounts/index.ts'
import type { Batches } from '../batches/index.ts'
import type { CallBody, Operation, PointCents, TaskOwner, Terms } from '../contract/index.ts'
import type { Clock, Ids, Log, Metrics } from '../kit/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { PipelineDeps } from '../pipeline/index.ts'
import type { Database } from '../store/index.ts'
import type { CallLog } from './call-log.ts'
import type { Mailer } from './mail.ts'
import type { PaymentProvider } from './payments.ts'

/** Settings of the user center. */
export interface ConsoleSettings {
  /** The service's address as browsers see it; null: taken from each request. */
  readonly publicUrl: string | null
  readonly trustProxy: boolean
  readonly signUp: 'open' | 'invite' | 'closed'
  readonly signupBonusPointCents: PointCents
  readonly mcpToolPrefix: string
}

/** Draws a page (counted from 1) of the PDF in a parse request's body. A large body gets its own thread. */
export type DrawPdfPage = (
  body: CallBody,
  page: number,
  signal: AbortSignal,
  owner: TaskOwner,
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

/** Dependencies of the console's handlers; each area takes the ones that it needs. */
export interface ConsoleDeps {
  readonly store: Database
  readonly ledger: Ledger
  readonly batches: Batches
  readonly authenticator: Authenticator
  readonly pipeline: PipelineDeps
  readonly calls: CallLog
  readonly drawPdfPage: DrawPdfPage
  readonly operations: readonly Operation[]
  /** The engine for matches and job descriptions. */
  readonly engine: { readonly name: string; readonly version: string }
  readonly terms: Terms
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
  readonly settings: ConsoleSettings
  /** Null: the service can't send mail. */
  readonly mailer: Mailer | null
  /** The payment provider; omitted: points can't be bought. */
  readonly payments?: PaymentProvider
  /** The folder of the built page; it may be empty. */
  readonly pagesFolder: string
}
