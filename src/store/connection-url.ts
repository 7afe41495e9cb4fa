import pg from 'pg'
import { StoreError } from './errors.ts'

/** The parts of a database URL. */
export interface Address {
  readonly connectionString: string
  /** Host and database for messages; never the password. */
  readonly shown: string
}

/** Parses a DATABASE_URL. An error message does not quote it, because it may contain a password. */
export function readConnectionUrl(url: string): Address {
  if (!/^postgres(ql)?:\/\//.test(url)) throw badUrl()
  try {
    const { host, database, port } = new pg.Client({ connectionString: url })
    return { connectionString: url, shown: `${database ?? 'the default database'} at ${host}:${port}` }
  } catch {
    throw badUrl()
  }
}

/** `postgres://user@/database?host=/folder`: a server that listens on a Unix socket in `folder`. */
export function socketUrl(folder: string, user: string, database: string): string {
  return `postgres://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`
}

function badUrl(): StoreError {
  return new StoreError(
    'DATABASE_URL is not a PostgreSQL address: write postgres://user:password@host:5432/database, ' +
      'with special characters of the password percent-encoded',
  )
}

/** Why the first connection failed, and what to do about it. */
export function connectionFailure(error: unknown, address: Address): StoreError {
  if (error instanceof StoreError) return error
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : 'unknown failure'
  return new StoreError(`cannot use the database ${address.shown}: ${reasonFor(code, message)}`, {
    sqlState: /^[0-9A-Z]{5}$/.test(code) ? code : undefined,
  })
}

/** The code of a driver's or of the system's error; empty if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function reasonFor(code: string, message: string): string {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `no server answers there (${code}); is PostgreSQL running, and is the address right?`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name cannot be resolved (${code}); check DATABASE_URL`
    case '28P01':
    case '28000':
      return `the server refused the user or the password (${message}); check DATABASE_URL and pg_hba.conf`
    case '3D000':
      return 'the server has no such database; create it, then start again'
    case '53300':
      return 'the server has no connection left; raise max_connections or lower the pool size'
    case '57P03':
      return `the server is not ready (${message}); try again in a moment`
    default:
      if (message.includes('password must be a string'))
        return 'the server wants a password: put it into DATABASE_URL'
      return message === 'timeout expired' || message.includes('timeout')
        ? 'no answer within 10 s; is a firewall in between?'
        : message
  }
}
