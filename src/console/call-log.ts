import { type Clock, errorFields, type Log } from '../kit/index.ts'
import type { CallObserver, EndedCall } from '../pipeline/index.ts'
import type { Database } from '../store/index.ts'
import { deleteDaysStatement, deleteRecordsStatement, writeCallsStatement } from './write-calls.ts'

const flushEveryMs = 500
const rowsPerWriteMax = 2_000
/** About 10 MB. Calls beyond that are not recorded; the log says how many. */
const waitingMax = 50_000
const deleteEveryMs = 60_000
const deletedPerRun = 5_000
const dayMs = 86_400_000

/**
 * Call records for the usage page, written in the background: half a second late, many at a time. A killed
 * process loses the records of its last half second, but no charges: those are read from the ledger.
 */
export interface CallLog extends CallObserver {
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
  let deleteAfterMs = clock.monotonicMs() + deleteEveryMs

  const scheduleFlush = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, flushEveryMs).unref()
  }
  const write = async () => {
    while (waiting.length > 0) {
      const chunk = waiting.slice(0, rowsPerWriteMax)
      // Losing a record in a database crash costs only a line of the usage page.
      const relaxed = { settings: { synchronous_commit: 'off' }, attemptsMax: 4 }
      await store.transaction((tx) => tx.run(writeCallsStatement(chunk, dayOf)), relaxed)
      waiting = waiting.slice(chunk.length)
    }
    if (lost > 0)
      log.error({ calls: lost }, 'calls were not recorded: the database was unavailable for too long')
    lost = 0
    await deleteOld()
  }
  const deleteOld = async () => {
    if (deps.retentionDays === 0 || clock.monotonicMs() < deleteAfterMs) return
    const line = new Date(clock.now().getTime() - deps.retentionDays * dayMs)
    const deleted = await store.run(deleteRecordsStatement(line, deletedPerRun))
    await store.run(deleteDaysStatement(dayOf(line)))
    if (deleted < deletedPerRun) deleteAfterMs = clock.monotonicMs() + deleteEveryMs
  }
  const flush = async () => {
    // A write under way may have missed the last calls.
    await writing
    if (waiting.length === 0) return
    writing ??= write()
      .catch((error: unknown) => {
        log.warn(errorFields(error), 'calls could not be recorded yet')
        scheduleFlush()
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
      scheduleFlush()
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
