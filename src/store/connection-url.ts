import pg from 'pg'
import { StoreError } from './errors.ts'

/** The parts of a database URL. */
export interface Address {
  /** In the order in which they are tried; more than one where the URL names several hosts. */
  readonly servers: readonly ServerAddress[]
  /** Whether to refuse a server that takes no writes (a standby) when a connection is made. */
  readonly refuseReadOnly: boolean
  /** Hosts and database for messages; never the password. */
  readonly shown: string
}

export interface ServerAddress {
  /** The URL of this server alone. */
  readonly connectionString: string
  /** `host:port`. */
  readonly shown: string
}

/** The time limit of a connection attempt to one server. */
const serversMax = 8

/**
 * Parses a DATABASE_URL, which may name several hosts as in libpq (the driver itself takes one only):
 * `postgres://user@host1:5432,host2:5432/database?target_session_attrs=read-write`, or for sockets
 * `postgres://user@/database?host=/folder1,/folder2`. An error message does not quote it, because it may
 * contain a password.
 */
export function readConnectionUrl(url: string): Address {
  const urls = urlOfEachServer(url)
  const servers = urls.map(readServer)
  if (servers.length > serversMax) throw new StoreError(`DATABASE_URL names more than ${serversMax} servers`)
  const hosts = servers.map(({ shown }) => shown).join(', ')
  const { database } = clientFor(urls[0] ?? url)
  return {
    servers,
    refuseReadOnly: wantsWrites(url) || servers.length > 1,
    shown: `${database ?? 'the default database'} at ${hosts}`,
  }
}

function readServer(connectionString: string): ServerAddress {
  const { host, port } = clientFor(connectionString)
  return { connectionString, shown: `${host}:${port}` }
}

function clientFor(connectionString: string): pg.Client {
  try {
    return new pg.Client({ connectionString })
  } catch {
    throw badUrl()
  }
}

/** The parameters of the URL that list hosts and ports. */
const hostParameter = /(?<=[?&]host=)[^&#]*/
const portParameter = /(?<=[?&]port=)[^&#]*/

function urlOfEachServer(url: string): readonly string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url)
  if (parts === null) throw badUrl()
  const [, start = '', authority = '', rest = ''] = parts
  const inParameter = hostParameter.exec(rest)?.[0]
  if (inParameter === undefined) return authority.split(',').map((host) => start + host + rest)
  const hosts = inParameter.split(/,|%2c/i)
  const ports = portParameter.exec(rest)?.[0].split(/,|%2c/i) ?? ['']
  if (authority.includes(',') || (ports.length !== 1 && ports.length !== hosts.length)) throw badUrl()
  return hosts.map((host, index) => {
    const port = ports[ports.length === 1 ? 0 : index] ?? ''
    return start + authority + rest.replace(hostParameter, () => host).replace(portParameter, () => port)
  })
}

/** The service writes, so a setting that may lead to a standby is refused. */
function wantsWrites(url: string): boolean {
  const wanted = /[?&]target_session_attrs=([^&#]*)/.exec(url)?.[1]
  if (wanted === undefined) return false
  if (wanted === 'read-write' || wanted === 'primary') return true
  throw new StoreError('DATABASE_URL: target_session_attrs must be read-write or primary (or be left out)')
}

/** `postgres://user@/database?host=/folder`: a server that listens on a Unix socket in `folder`. */
export function socketUrl(folder: string, user: string, database: string): string {
  return `postgres://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`
}

function badUrl(): StoreError {
  return new StoreError(
    'DATABASE_URL is not a PostgreSQL address: write postgres://user:password@host:5432/database, ' +
      'with special characters of the password percent-encoded; several hosts as host1:5432,host2:5432',
  )
}

/** Why no connection could be made, and what to do about it. */
export function connectionFailure(error: unknown, address: Address): StoreError {
  if (error instanceof StoreError) return error
  const code = errorCode(error)
  return new StoreError(`cannot use the database ${address.shown}: ${reasonOf(error)}`, {
    sqlState: /^[0-9A-Z]{5}$/.test(code) ? code : undefined,
  })
}

/** Why a server could not be used, and what to do about it. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'unknown failure'
  return error instanceof StoreError ? message : reasonFor(errorCode(error), message)
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
        ? 'no answer within the time limit; is a firewall in between?'
        : message
  }
}
