import { type DestinationStream, pino } from 'pino'
import type { Clock } from './clock.ts'

/**
 * Structured logs, one JSON object a line. Texts of callers never enter: there is no field to put them in.
 */
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

/**
 * What of an error may be logged. Messages of foreign errors are left out, since they quote what they choked
 * on (a JSON parser its input, PostgreSQL the values of a row); a name, a code and the places in our code
 * remain. `ownMessage` is for errors whose message is known to be ours.
 */
export function errorFields(error: unknown, ownMessage?: string): LogFields {
  if (!(error instanceof Error)) return { errorName: typeof error }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const cause = error.cause instanceof Error ? errorFields(error.cause) : undefined
  return {
    errorName: error.name,
    ...(ownMessage === undefined ? {} : { errorMessage: ownMessage }),
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    stack: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' | '),
    ...(cause === undefined ? {} : { cause: JSON.stringify(cause) }),
  }
}
