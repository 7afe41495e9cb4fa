import { type Fault, internalError, invalidInput, issue } from '../contract/index.ts'
import type { Clock } from '../kit/index.ts'

/**
 * Bodies while they arrive. A small one needs no place: it counts for what came of it. When all of those
 * together are too much, one of the account that has the most of it has to go, and one that arrives too
 * slowly has to go in any case: so slow senders keep nobody out.
 */
export interface Arrivals {
  begin(accountId: string): Arrival
}

export interface Arrival {
  /** Aborts when the body has to go; the reason is the fault. */
  readonly signal: AbortSignal
  /** To be told how many bytes of it came so far. */
  arrived(bytes: number): void
  /** To be told that it waits for a place: nothing is expected of it meanwhile. */
  waits(): void
  /** To be told that it has a place, for which so many bytes a second are expected of it. */
  hasPlace(bytesPerSecond: number): void
  end(): void
}

export interface ArrivalTimes {
  /** Without a byte arriving. */
  readonly quietMs: number
  /** What a body has beside the time that it takes at its least rate. */
  readonly graceMs: number
}

export interface ArrivalsOptions extends ArrivalTimes {
  readonly clock: Clock
  /** Bytes of all bodies without a place. */
  readonly bytesMax?: number
}

/** Of a small body. A mobile network at its worst has ten times as much. */
const smallestBytesPerSecond = 1_000
/** 2,000 of the smallest, or 400 of 64 KB; what is honest arrives within milliseconds. */
const bytesMaxDefault = 32 * 1024 * 1024
/** What a request takes beside its body. */
const requestBytes = 16 * 1024
const lookEveryMs = 1_000

interface Entry {
  readonly accountId: string
  readonly leave: AbortController
  bytesPerSecond: number
  bytes: number
  /** When it began, later by all the time in which it waited for places. */
  beganMs: number
  lastMs: number
  /** Since when it waits for a place. */
  waitsSinceMs: number | null
}

export function createArrivals(options: ArrivalsOptions): Arrivals {
  const { clock, quietMs, graceMs, bytesMax = bytesMaxDefault } = options
  const all = new Set<Entry>()
  const unplaced = createUnplaced(bytesMax)
  let timer: NodeJS.Timeout | undefined

  const look = () => {
    const nowMs = clock.monotonicMs()
    for (const entry of all) {
      if (entry.waitsSinceMs !== null) continue
      const allowedMs = graceMs + (entry.bytes / entry.bytesPerSecond) * 1_000
      const isSlow = nowMs - entry.lastMs > quietMs || nowMs - entry.beganMs > allowedMs
      if (isSlow) entry.leave.abort(invalidInput([issue('', 'body_timeout')]))
    }
  }
  const watch = () => {
    if (all.size > 0) timer ??= setInterval(look, Math.min(lookEveryMs, quietMs, graceMs)).unref()
    else timer = void clearInterval(timer)
  }
  return {
    begin(accountId) {
      const nowMs = clock.monotonicMs()
      const entry: Entry = {
        ...{ accountId, leave: new AbortController(), bytes: 0, beganMs: nowMs, lastMs: nowMs },
        ...{ bytesPerSecond: smallestBytesPerSecond, waitsSinceMs: null },
      }
      all.add(entry)
      watch()
      unplaced.count(entry, requestBytes)
      return {
        signal: entry.leave.signal,
        arrived(bytes) {
          entry.lastMs = clock.monotonicMs()
          entry.bytes = bytes
          if (unplaced.has(entry)) unplaced.count(entry, requestBytes + bytes)
        },
        waits() {
          unplaced.delete(entry)
          entry.waitsSinceMs = clock.monotonicMs()
        },
        hasPlace(bytesPerSecond) {
          unplaced.delete(entry)
          const nowMs = clock.monotonicMs()
          entry.beganMs += nowMs - (entry.waitsSinceMs ?? nowMs)
          entry.lastMs = nowMs
          entry.waitsSinceMs = null
          entry.bytesPerSecond = bytesPerSecond
        },
        end() {
          unplaced.delete(entry)
          all.delete(entry)
          watch()
        },
      }
    },
  }
}

interface Unplaced {
  bytes: number
  /** The oldest comes first. */
  readonly entries: Map<Entry, number>
}

/** What bodies without a place take, by account. */
function createUnplaced(bytesMax: number) {
  const accounts = new Map<string, Unplaced>()
  let bytesOfAll = 0

  const add = (entry: Entry, change: number) => {
    const account = accounts.get(entry.accountId) ?? { bytes: 0, entries: new Map() }
    accounts.set(entry.accountId, account)
    account.bytes += change
    bytesOfAll += change
    return account
  }
  const remove = (entry: Entry) => {
    const bytes = accounts.get(entry.accountId)?.entries.get(entry)
    if (bytes === undefined) return
    const { entries } = add(entry, -bytes)
    entries.delete(entry)
    if (entries.size === 0) accounts.delete(entry.accountId)
  }
  /** The oldest of the account that has the most. */
  const oneTooMany = () => {
    let most: Unplaced | undefined
    for (const each of accounts.values()) if (each.bytes > (most?.bytes ?? 0)) most = each
    return most?.entries.keys().next().value
  }
  return {
    has: (entry: Entry) => accounts.get(entry.accountId)?.entries.has(entry) ?? false,
    count(entry: Entry, bytes: number) {
      const { entries } = add(entry, bytes - (accounts.get(entry.accountId)?.entries.get(entry) ?? 0))
      entries.set(entry, bytes)
      while (bytesOfAll > bytesMax) {
        const leaving = oneTooMany()
        if (leaving === undefined) return
        remove(leaving)
        leaving.leave.abort(tooMany())
      }
    },
    delete: remove,
  }
}

function tooMany(): Fault {
  return internalError('engine_unavailable', { internal: 'too many bodies arrive' })
}
