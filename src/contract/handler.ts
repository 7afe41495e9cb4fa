import type { PointCents } from './amounts.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { OperationName } from './operations.ts'

/** The body of a call as its door has it: bytes of JSON, or a value that was parsed already. */
export type CallBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'value'; readonly value: JsonValue }

/** A checked input, and what stands for it when two calls are compared. */
export interface DecodedInput<Input> {
  readonly input: Input
  /** Equal for equal inputs: the input as canonical JSON, with digests in place of large members. */
  readonly fingerprint: string
  /** What stays in memory of the body until the call ends, where that may take long. */
  readonly keptBytes?: number
}

/** What a finished call gives back. `data` and `usage` are as the wire has them. */
export interface Outcome {
  readonly data: JsonObject
  readonly usage: JsonObject
  /** What it cost; never above what was held. */
  readonly costPointCents: PointCents
}

/** Who calls, as far as an operation may know. */
export interface HandlerCaller {
  readonly accountId: string
  readonly requestId: string
}

/** What a started piece of work needs written together with the hold that pays for it. */
export interface Start<Tx> {
  readonly data: JsonObject
  /** What the reply says of the charge to come. */
  readonly estimatedPointCents: PointCents
  readonly billingNote: string
  /** The hold stays open this long for the work, unless the work ends it before. */
  readonly leaseMs: number
  /** Writes the work down, in the transaction that places the hold. */
  readonly write: (tx: Tx) => Promise<void>
  /** Told once the transaction is durable. */
  readonly written: () => void
}

/** What was read, as the wire has it. */
export interface ReadOutcome {
  readonly data: JsonObject
  /** Seconds after which it is worth asking again; null: it will not change any more. */
  readonly retryAfterSeconds: number | null
}

/**
 * Whose turn it is where calls wait for each other; told how many tasks of the call wait and work, since the
 * time that passes for others doesn't count as its own. A handler hands it on, or counts as always at work.
 */
export interface Turn {
  /** The account. */
  readonly of: string
  readonly waiting: (change: 1 | -1) => void
  readonly working: (change: 1 | -1) => void
}

interface HandlerBase<Input> {
  readonly operation: OperationName
  /** Reads a body in the handler's own way; left out where the contract's way serves. */
  readonly decode?: (body: CallBody, signal: AbortSignal, turn: Turn) => Promise<DecodedInput<Input>>
}

/** What an input can cost at most, and the input as the work needs it. */
export interface Quote<Ready> {
  /** What is held before any work. */
  readonly holdPointCents: PointCents
  readonly input: Ready
}

interface PaidHandlerBase<Input, Ready> extends HandlerBase<Input> {
  readonly quote: (input: Input, signal: AbortSignal, turn: Turn) => Promise<Quote<Ready>>
  /**
   * Where a quote takes a while and may fail: a call that was answered before is spared it. `check`: it may
   * also find what is wrong with the input. `work`: it finds nothing wrong, and may be the call's whole work,
   * so it comes after the quota too and has the time of the work.
   */
  readonly quoteIs?: 'work' | 'check'
  /** How long the work may take, in milliseconds; to read the input and to wait for others is no work. */
  readonly timeoutMs: (input: Input) => number
  /** The message where that time was the caller's own wish and ran out; undefined where it had no wish. */
  readonly timeoutMessage?: (input: Input) => string | undefined
  /** A line for the caller's own audit, such as the name of a file; it is sealed at rest. */
  readonly auditNote?: (input: Input) => string | undefined
}

/** Works while its caller waits, and is charged when it is done. */
export interface ExecuteHandler<Input = unknown, Ready = Input> extends PaidHandlerBase<Input, Ready> {
  readonly kind: 'execute'
  readonly execute: (input: Ready, signal: AbortSignal, turn: Turn) => Promise<Outcome>
}

/** Starts work that goes on after its call was answered; the work is charged when it ends. */
export interface StartHandler<Input = unknown, Tx = never> extends PaidHandlerBase<Input, Input> {
  readonly kind: 'start'
  /** Does all that is slow; nothing is written before `Start.write`. */
  readonly start: (input: Input, caller: HandlerCaller) => Promise<Start<Tx>>
}

/** Reads, for free. */
export interface ReadHandler<Input = unknown> extends HandlerBase<Input> {
  readonly kind: 'read'
  readonly read: (input: Input, caller: HandlerCaller) => Promise<ReadOutcome>
}

/**
 * What a call does, seen from the pipeline: it says what it costs and never takes it. Handlers are built in
 * `operations/` and handed to the pipeline, which knows none of them by name.
 */
export type OperationHandler<Input = unknown, Tx = never> =
  | ExecuteHandler<Input>
  | StartHandler<Input, Tx>
  | ReadHandler<Input>
