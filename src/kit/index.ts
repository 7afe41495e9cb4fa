export { AssertionFailure, assert, unreachable } from './assert.ts'
export { type Clock, type FakeClock, fakeClock, systemClock } from './clock.ts'
export { createLingeringTake, createMemoryBudget, type MemoryBudget } from './concurrency/memory-budget.ts'
export { createSemaphore, type Semaphore, SemaphoreFull } from './concurrency/semaphore.ts'
export { type CrossingError, type Handover, serveTasks, type Thread } from './concurrency/serve-tasks.ts'
export { type TaskOwner, WaitedTooLong, type WorkLimits, withinLimits } from './concurrency/work-limit.ts'
export {
  createWorkerPool,
  type RunOptions,
  type WorkerPool,
} from './concurrency/worker-pool.ts'
export { WorkerPoolError, type WorkerPoolErrorKind } from './concurrency/worker-pool-error.ts'
export type { WorkerPoolOptions } from './concurrency/worker-pool-options.ts'
export { csvHeading, csvLine } from './csv.ts'
export { firstUuidAt, type Ids, isUuid, momentOfUuid, randomIds } from './ids.ts'
export { readOrMakeKeyFile } from './key-file.ts'
export { largeBytes, letGo, shortened } from './large-bytes.ts'
export { createLog, errorFields, type Log, type LogFields, silentLog } from './log.ts'
export { makeFolder } from './make-folder.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { createRecentMap, type RecentMap } from './recent-map.ts'
export { createSealer, type Sealer } from './seal.ts'
export { sha256Hex } from './sha256.ts'
export { untilAborted } from './until-aborted.ts'
