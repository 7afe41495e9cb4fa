import { type Fault, fault, internalError } from '../contract/index.ts'
import { type Clock, createRecentMap, type Log } from '../kit/index.ts'
import type { Queryable } from '../store/index.ts'
import { startTasks } from './authenticator-tasks.ts'
import { type KeyRecord, readKey } from './credential-reads.ts'
import { createFreshness } from './freshness.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { createLastUsed } from './last-used.ts'
import type { Caller } from './roles.ts'

/** Turns the Authorization header into a caller. Caches callers and trusts them for less than a second. */
export interface Authenticator {
  /** Throws unauthorized (401) if the header is missing or its key is not valid now. */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** Call it after revoking a key in this process: later calls then use nothing that was read before. */
  forget(): void
  /** Stops polling and recording when keys were used. Waits for running statements. */
  close(): Promise<void>
}

export interface AuthenticatorDeps {
  readonly database: Queryable
  readonly clock: Clock
  readonly log: Log
}

/** A cached caller is used if the newest answer of the database was requested less than this ago. */
const freshForMs = 900
const cachedMax = 10_000
const authorizationPattern = /^bearer +(\S+) *$/i
const authorizationCharactersMax = 256

interface LookUp {
  readonly startedAtMs: number
  readonly result: Promise<KeyRecord | undefined>
}

export function createAuthenticator({ database, clock, log }: AuthenticatorDeps): Authenticator {
  const cached = createRecentMap<KeyRecord>(cachedMax)
  const lookUps = new Map<string, LookUp>()
  const freshness = createFreshness(freshForMs, cached.clear)
  const lastUsed = createLastUsed(database, clock)
  let cleared = 0

  const readAndCache = async (id: string, keyHash: Buffer, startedAtMs: number) => {
    const clearedBefore = cleared
    const { version, record } = await readKey(database, keyHash)
    const newest = freshness.observe({ version, startedAtMs, endedAtMs: clock.monotonicMs() })
    // Unknown keys are not cached: they could fill the memory, and a new key must work immediately.
    if (newest && record !== undefined && cleared === clearedBefore) cached.set(id, record)
    return record
  }
  /** Calls with one key share a look-up, unless it is so old that it may miss a recent change. */
  const lookUp = (id: string, keyHash: Buffer): Promise<KeyRecord | undefined> => {
    const startedAtMs = clock.monotonicMs()
    const shared = lookUps.get(id)
    if (shared !== undefined && startedAtMs - shared.startedAtMs < freshForMs) return shared.result
    const result = readAndCache(id, keyHash, startedAtMs).finally(() => {
      if (lookUps.get(id)?.result === result) lookUps.delete(id)
    })
    lookUps.set(id, { startedAtMs, result })
    return result
  }
  const find = async (key: string): Promise<KeyRecord | undefined> => {
    const keyHash = hashKey(key)
    const id = keyHash.toString('base64')
    const known = freshness.isFresh(clock.monotonicMs()) ? cached.get(id) : undefined
    if (known !== undefined) return known
    try {
      return await lookUp(id, keyHash)
    } catch (error) {
      throw internalError('internal', { internal: 'a key could not be looked up', cause: error })
    }
  }
  const tasks = startTasks({ database, clock, log }, freshness, lastUsed)

  return {
    async authenticate(authorization) {
      const record = await find(keyIn(authorization))
      if (record === undefined) throw unauthorized('unknown key')
      if (record.refusal !== null) throw unauthorized(`key ${record.caller.keyId} is ${record.refusal}`)
      if (record.expiresAtMs !== null && record.expiresAtMs <= clock.now().getTime()) {
        throw unauthorized(`key ${record.caller.keyId} has expired`)
      }
      lastUsed.note(record.caller.accountId, record.caller.keyId)
      return record.caller
    },
    forget() {
      cleared += 1
      lookUps.clear()
      cached.clear()
    },
    close: tasks.close,
  }
}

/** The key in an Authorization header. The scheme name is case-insensitive (RFC 9110, 11.1). */
function keyIn(authorization: string | undefined): string {
  if (authorization === undefined) throw unauthorized('no Authorization header')
  if (authorization.length > authorizationCharactersMax) throw unauthorized('the header is too long')
  const key = authorizationPattern.exec(authorization.trim())?.[1]
  if (key === undefined) throw unauthorized('the header is not of the form Bearer <key>')
  if (!isWellFormedKey(key)) throw unauthorized('not the form of a key, or its checksum is wrong')
  return key
}

function unauthorized(internal: string): Fault {
  return fault('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' }, internal })
}
