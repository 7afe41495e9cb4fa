import type { Statement } from './sql.ts'

/** What can run a statement: the pool (each statement alone) or an open transaction. */
export interface Queryable {
  /** All rows. */
  many<Row>(statement: Statement): Promise<Row[]>
  /** The row, or undefined; more than one row is an AssertionFailure. */
  maybe<Row>(statement: Statement): Promise<Row | undefined>
  /** The one row; none or several is an AssertionFailure. */
  one<Row>(statement: Statement): Promise<Row>
  /** Runs a statement for its effect and tells how many rows it touched. */
  run(statement: Statement): Promise<number>
}

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

export interface TransactionOptions {
  /** Default: read committed. */
  readonly isolation?: Isolation
  readonly readOnly?: boolean
  /** One statement may take this long; default 10 s. */
  readonly statementTimeoutMs?: number
  /** One lock may be waited for this long; default 5 s. */
  readonly lockTimeoutMs?: number
  /** The transaction may do nothing this long before the server ends it; default 15 s. */
  readonly idleTimeoutMs?: number
  /** Other server settings for this transaction only, such as `{ plan_cache_mode: 'force_generic_plan' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * How often the whole work is tried when it meets a deadlock or a serialization failure; default 1.
   * `work` must then have no effect outside the transaction.
   */
  readonly attemptsMax?: number
}
