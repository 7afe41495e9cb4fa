export { AssertionFailure, assert, unreachable } from './assert.ts'
export { type Clock, type FakeClock, fakeClock, systemClock } from './clock.ts'
export { csvHeading, csvLine } from './csv.ts'
export { createFairQueue } from './fair-queue.ts'
export { firstUuidAt, type Ids, isUuid, momentOfUuid, randomIds } from './ids.ts'
export { readOrMakeKeyFile } from './key-file.ts'
export { largeBytes, letGo, shortened } from './large-bytes.ts'
export { createLog, errorFields, type Log, type LogFields, silentLog } from './log.ts'
export { makeFolder } from './make-folder.ts'
export { createLingeringTake, createMemoryRoom, type MemoryRoom } from './memory-room.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { createRecentMap, type RecentMap } from './recent-map.ts'
export { createSealer, type Sealer } from './seal.ts'
export { createSemaphore, type Semaphore, SemaphoreFull } from './semaphore.ts'
export { sha256Hex } from './sha256.ts'
export { untilAborted } from './until-aborted.ts'
export { type TaskTurn, WaitedTooLong, type WorkLimits, withinLimits } from './work-limit.ts'
export {
  createWorkerPool,
  type RunOptions,
  type WorkerPool,
  WorkerPoolError,
  type WorkerPoolErrorKind,
} from './worker-pool.ts'
export type { WorkerPoolOptions } from './worker-pool-options.ts'
export { type CrossingError, type Handover, type Thread, workerTask } from './worker-task.ts'
