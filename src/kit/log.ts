import { type DestinationStream, pino } from 'pino'
import type { Clock } from './clock.ts'

/** Structured logs, one JSON object per line. There is no field for a caller's text. */
export interface Log {
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
  debug(fields: LogFields, message: string): void
}
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export function createLog(level: string, clock: Clock, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: () => `,"time":"${clock.now().toISOString()}"` }
  return destination === undefined ? pino(options) : pino(options, destination)
}

export const silentLog: Log = { info() {}, warn() {}, error() {}, debug() {} }

type ErrorFacts = Partial<Record<'code' | 'sqlState' | 'constraint' | 'table' | 'quotesNothing', unknown>>

/**
 * The parts of an error that may be logged. Messages of foreign errors are left out, because they quote their
 * input (a JSON parser the text, PostgreSQL the values of a row); name, code and our stack locations remain.
 * Our own classes whose messages quote nothing set `quotesNothing`, and their messages are kept.
 */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorName: typeof error }
  const { code, sqlState, constraint, table, quotesNothing } = error as ErrorFacts
  const errorCode = sqlState ?? code
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const cause = error.cause instanceof Error ? errorFields(error.cause) : undefined
  return {
    errorName: error.name,
    ...(quotesNothing === true ? { errorMessage: error.message } : {}),
    ...(typeof errorCode === 'string' ? { errorCode } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    stack: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' | '),
    ...(cause === undefined ? {} : { cause: JSON.stringify(cause) }),
  }
}
