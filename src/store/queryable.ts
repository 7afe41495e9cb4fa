import type { Statement } from './sql.ts'

/** Runs statements: the pool (each statement alone) or an open transaction. */
export interface Queryable {
  /** All rows. */
  many<Row>(statement: Statement): Promise<Row[]>
  /** The row, or undefined; more than one row is an AssertionFailure. */
  maybe<Row>(statement: Statement): Promise<Row | undefined>
  /** The one row; none or several is an AssertionFailure. */
  one<Row>(statement: Statement): Promise<Row>
  /** Runs a statement for its effect and returns the number of affected rows. */
  run(statement: Statement): Promise<number>
}

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

export interface TransactionOptions {
  /** Default: read committed. */
  readonly isolation?: Isolation
  readonly readOnly?: boolean
  /** The time limit of a statement; default 10 s. */
  readonly statementTimeoutMs?: number
  /** The time limit of a wait for a lock; default 5 s. */
  readonly lockTimeoutMs?: number
  /** The server ends the transaction after this idle time; default 15 s. */
  readonly idleTimeoutMs?: number
  /** Other server settings for this transaction only, such as `{ plan_cache_mode: 'force_generic_plan' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * The maximum number of attempts after deadlocks or serialization failures; default 1. `work` must then
   * have no effect outside the transaction.
   */
  readonly attemptsMax?: number
}
