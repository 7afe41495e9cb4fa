import { type Fault, internalError, invalidInput, issue } from '../contract/index.ts'
import type { Clock } from '../kit/index.ts'

/**
 * Bodies while they arrive. A small body needs no slot; the bytes that arrived count. If all of them together
 * exceed the limit, the oldest body of the account with the most is refused. A body that arrives too slowly
 * is always refused, so slow senders cannot block others.
 */
export interface Arrivals {
  begin(accountId: string): Arrival
}

export interface Arrival {
  /** Aborts when the body is refused; the reason is the fault. */
  readonly signal: AbortSignal
  /** Call it with the number of bytes received so far. */
  arrived(bytes: number): void
  /** Call it when the body starts to wait for a slot; its timers stop meanwhile. */
  waits(): void
  /** Call it when the body has a slot; from then on it must arrive at this rate. */
  hasSlot(bytesPerSecond: number): void
  end(): void
}

export interface ArrivalTimes {
  /** The longest pause between two bytes. */
  readonly quietMs: number
  /** Time that a body gets in addition to what it needs at its minimum rate. */
  readonly graceMs: number
}

export interface ArrivalsOptions extends ArrivalTimes {
  readonly clock: Clock
  /** Total bytes of all bodies without a slot. */
  readonly bytesMax?: number
}

/** For a small body. Even a very slow mobile network is ten times faster. */
const smallestBytesPerSecond = 1_000
/** 2,000 of the smallest, or 400 of 64 KB. Ordinary bodies arrive within milliseconds. */
const bytesMaxDefault = 32 * 1024 * 1024
/** The memory of a request besides its body. */
const requestBytes = 16 * 1024
const lookEveryMs = 1_000

interface Entry {
  readonly accountId: string
  readonly leave: AbortController
  bytesPerSecond: number
  bytes: number
  /** Its start, moved later by all the time in which it waited for slots. */
  startedMs: number
  lastMs: number
  /** When it started to wait for a slot. */
  waitsSinceMs: number | null
}

export function createArrivals(options: ArrivalsOptions): Arrivals {
  const { clock, quietMs, graceMs, bytesMax = bytesMaxDefault } = options
  const all = new Set<Entry>()
  const withoutSlot = createWithoutSlot(bytesMax)
  let timer: NodeJS.Timeout | undefined

  const look = () => {
    const nowMs = clock.monotonicMs()
    for (const entry of all) {
      if (entry.waitsSinceMs !== null) continue
      const allowedMs = graceMs + (entry.bytes / entry.bytesPerSecond) * 1_000
      const isSlow = nowMs - entry.lastMs > quietMs || nowMs - entry.startedMs > allowedMs
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
        ...{ accountId, leave: new AbortController(), bytes: 0, startedMs: nowMs, lastMs: nowMs },
        ...{ bytesPerSecond: smallestBytesPerSecond, waitsSinceMs: null },
      }
      all.add(entry)
      watch()
      withoutSlot.count(entry, requestBytes)
      return {
        signal: entry.leave.signal,
        arrived(bytes) {
          entry.lastMs = clock.monotonicMs()
          entry.bytes = bytes
          if (withoutSlot.has(entry)) withoutSlot.count(entry, requestBytes + bytes)
        },
        waits() {
          withoutSlot.delete(entry)
          entry.waitsSinceMs = clock.monotonicMs()
        },
        hasSlot(bytesPerSecond) {
          withoutSlot.delete(entry)
          const nowMs = clock.monotonicMs()
          entry.startedMs += nowMs - (entry.waitsSinceMs ?? nowMs)
          entry.lastMs = nowMs
          entry.waitsSinceMs = null
          entry.bytesPerSecond = bytesPerSecond
        },
        end() {
          withoutSlot.delete(entry)
          all.delete(entry)
          watch()
        },
      }
    },
  }
}

interface WithoutSlot {
  bytes: number
  /** The oldest comes first. */
  readonly entries: Map<Entry, number>
}

/** The memory of bodies without a slot, by account. */
function createWithoutSlot(bytesMax: number) {
  const accounts = new Map<string, WithoutSlot>()
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
  /** The oldest body of the account with the most. */
  const oldestOfLargest = () => {
    let most: WithoutSlot | undefined
    for (const each of accounts.values()) if (each.bytes > (most?.bytes ?? 0)) most = each
    return most?.entries.keys().next().value
  }
  return {
    has: (entry: Entry) => accounts.get(entry.accountId)?.entries.has(entry) ?? false,
    count(entry: Entry, bytes: number) {
      const { entries } = add(entry, bytes - (accounts.get(entry.accountId)?.entries.get(entry) ?? 0))
      entries.set(entry, bytes)
      while (bytesOfAll > bytesMax) {
        const dropped = oldestOfLargest()
        if (dropped === undefined) return
        remove(dropped)
        dropped.leave.abort(tooMany())
      }
    },
    delete: remove,
  }
}

function tooMany(): Fault {
  return internalError('engine_unavailable', { internal: 'too many bodies arrive' })
}
