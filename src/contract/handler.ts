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
}

/** What a finished call gives back. `data` and `usage` are as the wire has them. */
export interface Outcome {
  readonly data: JsonObject
  readonly usage: JsonObject
  /** What it cost; never above what was held. */
  readonly costPointCents: PointCents
}

/**
 * What a call does, seen from the pipeline: it says what it costs and never takes it. Handlers are built in
 * `operations/` and handed to the pipeline, which knows none of them by name.
 */
export interface OperationHandler<Input = unknown> {
  readonly operation: OperationName
  /** Reads a body in the handler's own way; left out where the contract's way serves. */
  readonly decode?: (body: CallBody, signal: AbortSignal) => Promise<DecodedInput<Input>>
  /** The most this input can cost: what is held before any work. */
  readonly quote: (input: Input) => Promise<PointCents>
  /** How long the work may take, in milliseconds, the decoding included. */
  readonly timeoutMs: (input: Input) => number
  /** A line for the caller's own audit, such as the name of a file; it is sealed at rest. */
  readonly auditNote?: (input: Input) => string | undefined
  readonly execute: (input: Input, signal: AbortSignal) => Promise<Outcome>
}
