/**
 * `aborted`: the caller's signal (its reason is the cause). `overran`: it ran for `workMsMax`. `died`: the
 * thread ended during this task. `overloaded`: too many tasks wait. `failed`: the task threw an error whose
 * class does not cross. `closed`: the pool was closed.
 */
export type WorkerPoolErrorKind = 'aborted' | 'overran' | 'died' | 'overloaded' | 'failed' | 'closed'

export class WorkerPoolError extends Error {
  override readonly name = 'WorkerPoolError'
  readonly kind: WorkerPoolErrorKind
  /** The thread died because its heap reached `memoryMb`. */
  readonly outOfMemory: boolean

  constructor(
    kind: WorkerPoolErrorKind,
    message: string,
    options: { cause?: unknown; outOfMemory?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.outOfMemory = options.outOfMemory ?? false
  }
}
