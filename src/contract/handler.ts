import type { PointCents } from './amounts.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { OperationName } from './operations/index.ts'

/** The body of a call: bytes of JSON, or an already parsed value. */
export type CallBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'value'; readonly value: JsonValue }

/** A checked input with its fingerprint. */
export interface DecodedInput<Input> {
  readonly input: Input
  /** Equal for equal inputs: canonical JSON, with digests instead of large members. */
  readonly fingerprint: string
  /** The number of bytes of the body that stay in memory until the call ends. */
  readonly keptBytes?: number
}

/** The result of a finished call. `data` and `usage` are in wire format. */
export interface Outcome {
  readonly data: JsonObject
  readonly usage: JsonObject
  /** The cost; never above the hold. */
  readonly costPointCents: PointCents
}

/** The caller, as far as operations may know. */
export interface HandlerCaller {
  readonly accountId: string
  readonly requestId: string
}

/** Work to start, written in the same transaction as the hold that pays for it. */
export interface Start<Tx> {
  readonly data: JsonObject
  /** What the reply says about the expected charge. */
  readonly estimatedPointCents: PointCents
  readonly billingNote: string
  /** How long the hold stays open if the work doesn't end it. */
  readonly leaseMs: number
  /** Writes the work, in the transaction that places the hold. */
  readonly write: (tx: Tx) => Promise<void>
  /** Called when the transaction is durable. */
  readonly written: () => void
}

/** The result of a read, in wire format. */
export interface ReadOutcome {
  readonly data: JsonObject
  /** Seconds until the next read is useful; null: the result is final. */
  readonly retryAfterSeconds: number | null
}

/**
 * The owner of a call's tasks: their fairness key. It is informed of how many tasks are waiting and running,
 * because time spent waiting doesn't count against the call's time limit. Handlers pass it on to the pool; a
 * handler that doesn't counts as always running.
 */
export interface TaskOwner {
  /** The account. */
  readonly key: string
  readonly waiting: (change: 1 | -1) => void
  readonly working: (change: 1 | -1) => void
}

interface HandlerBase<Input> {
  readonly operation: OperationName
  /** A reader of the body of the handler's own; omitted: the contract's reader. */
  readonly decode?: (body: CallBody, signal: AbortSignal, owner: TaskOwner) => Promise<DecodedInput<Input>>
}

/** The highest possible cost of an input, and the input as the work needs it. */
export interface Quote<Ready> {
  /** The amount to hold. */
  readonly holdPointCents: PointCents
  readonly input: Ready
}

interface PaidHandlerBase<Input, Ready> extends HandlerBase<Input> {
  readonly quote: (input: Input, signal: AbortSignal, owner: TaskOwner) => Promise<Quote<Ready>>
  /**
   * Set if `quote` is slow or can fail; a replayed call skips it. `check`: it can also find errors in the
   * input. `work`: it finds no errors and can be the whole work, so it runs after the quota check and
   * within the work's time limit.
   */
  readonly quoteIs?: 'work' | 'check'
  /** Time limit of the work in milliseconds. Reading the input and waiting for other calls don't count. */
  readonly timeoutMs: (input: Input) => number
  /** The error message if the caller chose that limit and it ran out; undefined if the caller chose none. */
  readonly timeoutMessage?: (input: Input) => string | undefined
  /** A note for the caller's own audit, such as a file name; sealed at rest. */
  readonly auditNote?: (input: Input) => string | undefined
}

/** Work that the caller waits for; charged when it is done. */
export interface ExecuteHandler<Input = unknown, Ready = Input> extends PaidHandlerBase<Input, Ready> {
  readonly kind: 'execute'
  readonly execute: (input: Ready, signal: AbortSignal, owner: TaskOwner) => Promise<Outcome>
}

/** Work that continues after the call was answered; charged when it ends. */
export interface StartHandler<Input = unknown, Tx = never> extends PaidHandlerBase<Input, Input> {
  readonly kind: 'start'
  /** Does everything slow; nothing is written before `Start.write`. */
  readonly start: (input: Input, caller: HandlerCaller) => Promise<Start<Tx>>
}

/** A free read. */
export interface ReadHandler<Input = unknown> extends HandlerBase<Input> {
  readonly kind: 'read'
  readonly read: (input: Input, caller: HandlerCaller) => Promise<ReadOutcome>
}

/**
 * An operation as the pipeline sees it: it states its cost and never charges. Handlers are built in
 * `operations/`; the pipeline knows none of them by name.
 */
export type OperationHandler<Input = unknown, Tx = never> =
  | ExecuteHandler<Input>
  | StartHandler<Input, Tx>
  | ReadHandler<Input>
