import { type Clock, errorFields, type Log } from '../kit/index.ts'
import type { CallWitness, EndedCall } from '../pipeline/index.ts'
import type { Database } from '../store/index.ts'
import { forgetDaysStatement, forgetRecordsStatement, writeCallsStatement } from './write-calls.ts'

const flushEveryMs = 500
const rowsPerWriteMax = 2_000
/** About 10 MB. Calls beyond that are not recorded; the log says how many. */
const waitingMax = 50_000
const forgetEveryMs = 60_000
const forgottenAtOnce = 5_000
const dayMs = 86_400_000

/**
 * Call records for the usage page, written in the background: half a second late, many at a time. A killed
 * process loses the records of its last half second, but no charges: those are read from the ledger.
 */
export interface CallLog extends CallWitness {
  /** Writes pending records now. */
  flush(): Promise<void>
  /** Writes what is pending and stops. */
  close(): Promise<void>
}

export interface CallLogDeps {
  readonly store: Database
  readonly clock: Clock
  readonly log: Log
  /** Time zone of the quotas. */
  readonly timeZone: string
  /** 0: nothing is deleted. */
  readonly retentionDays: number
}

export function createCallLog(deps: CallLogDeps): CallLog {
  const { store, clock, log } = deps
  const dayOf = dayIn(deps.timeZone)
  let waiting: EndedCall[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let forgetAfterMs = clock.monotonicMs() + forgetEveryMs

  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, flushEveryMs).unref()
  }
  const write = async () => {
    while (waiting.length > 0) {
      const some = waiting.slice(0, rowsPerWriteMax)
      // Losing a record in a database crash costs only a line of the usage page.
      const relaxed = { settings: { synchronous_commit: 'off' }, attemptsMax: 4 }
      await store.transaction((tx) => tx.run(writeCallsStatement(some, dayOf)), relaxed)
      waiting = waiting.slice(some.length)
    }
    if (lost > 0) log.error({ calls: lost }, 'calls were not recorded: the database was away for too long')
    lost = 0
    await forgetOld()
  }
  const forgetOld = async () => {
    if (deps.retentionDays === 0 || clock.monotonicMs() < forgetAfterMs) return
    const line = new Date(clock.now().getTime() - deps.retentionDays * dayMs)
    const forgotten = await store.run(forgetRecordsStatement(line, forgottenAtOnce))
    await store.run(forgetDaysStatement(dayOf(line)))
    if (forgotten < forgottenAtOnce) forgetAfterMs = clock.monotonicMs() + forgetEveryMs
  }
  const flush = async () => {
    // A write under way may have missed the last calls.
    await writing
    if (waiting.length === 0) return
    writing ??= write()
      .catch((error: unknown) => {
        log.warn(errorFields(error), 'calls could not be recorded yet')
        later()
      })
      .finally(() => {
        writing = undefined
      })
    await writing
  }
  return {
    ended(call) {
      if (waiting.length >= waitingMax) lost += 1
      else waiting.push(call)
      later()
    },
    flush,
    async close() {
      clearTimeout(timer)
      await flush()
    },
  }
}

/** The calendar day of a moment in a time zone. */
export function dayIn(timeZone: string): (at: Date) => string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const options = { timeZone, calendar: 'iso8601', numberingSystem: 'latn', ...parts } as const
  const format = new Intl.DateTimeFormat('en-CA', options)
  return (at) => format.format(at)
}
