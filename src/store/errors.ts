import pg from 'pg'
import { AssertionFailure } from '../kit/index.ts'

/**
 * An error of the database, or a failure to reach it. Contains no value of any row: the server's `detail`,
 * `hint` and `where` may quote resume text and are dropped, like the message of a data exception.
 */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
  readonly quotesNothing = true
  /** The SQLSTATE; undefined if the server did not answer. */
  readonly sqlState: string | undefined
  readonly constraint: string | undefined
  readonly table: string | undefined
  /** True only if COMMIT was sent and its answer never came: the work may or may not have happened. */
  readonly commitUnknown: boolean

  constructor(message: string, facts: StoreErrorFacts = {}) {
    super(message)
    this.sqlState = facts.sqlState
    this.constraint = facts.constraint
    this.table = facts.table
    this.commitUnknown = facts.commitUnknown ?? false
  }
}

export interface StoreErrorFacts {
  readonly sqlState?: string | undefined
  readonly constraint?: string | undefined
  readonly table?: string | undefined
  readonly commitUnknown?: boolean
}

/** Converts a driver error into a StoreError; returns our own errors unchanged. */
export function toStoreError(error: unknown, doing: string): Error {
  if (error instanceof pg.DatabaseError) {
    const sqlState = error.code ?? 'XX000'
    return new StoreError(`${doing}: ${safeMessage(sqlState, error.message)} (SQLSTATE ${sqlState})`, {
      sqlState,
      constraint: error.constraint,
      table: error.table,
    })
  }
  if (error instanceof StoreError || error instanceof AssertionFailure) return error
  return new StoreError(`${doing}: ${reasonOf(error)}`)
}

/** The driver's message about a connection. A parser's message would quote the answer, so it is dropped. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'an answer could not be read'
  return error instanceof Error ? error.message : 'unknown failure'
}

/** A prepared statement is unknown to its connection, or known already: a pooler exchanged connections. */
const preparedElsewhere = ['26000', '42P05']

/** Class 22 messages quote the offending value ("invalid input syntax for type json: …"). */
function safeMessage(sqlState: string, message: string): string {
  if (preparedElsewhere.includes(sqlState)) {
    return `${message}; behind PgBouncer before 1.21, set DATABASE_PREPARED_STATEMENTS=false`
  }
  return sqlState.startsWith('22') ? 'a value was refused by its type' : message
}

/** True if a row with the same unique key exists already (of that constraint, if given). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return hasState(error, '23505') && (constraint === undefined || error.constraint === constraint)
}

/** True if a CHECK refused the row (that CHECK, if given). */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return hasState(error, '23514') && (constraint === undefined || error.constraint === constraint)
}

/** True if the transaction lost against another one and may be retried. */
export function isRetryable(error: unknown): boolean {
  return hasState(error, '40001') || hasState(error, '40P01')
}

/** True if a lock or a statement exceeded its time limit. */
export function isTimeout(error: unknown): boolean {
  return hasState(error, '55P03') || hasState(error, '57014')
}

function hasState(error: unknown, sqlState: string): error is StoreError {
  return error instanceof StoreError && error.sqlState === sqlState
}
