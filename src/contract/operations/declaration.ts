import type { TSchema } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import type { Fields, InputDeclaration } from '../fields.ts'
import type { JsonObject } from '../json.ts'
import type { Price } from '../prices.ts'

/** An operation as it is declared, under the terms of a deployment; its name is its key in `index.ts`. */
export interface Declaration<F extends Fields = Fields> {
  /** A short name for the pages of the user center. */
  readonly label: { readonly zh: string; readonly en: string }
  /** The tool's name without the deployment's prefix. */
  readonly tool: string
  readonly method: 'GET' | 'POST'
  /** Path below the version's prefix; `{id}` is a path parameter. */
  readonly path: string
  readonly title: string
  readonly description: string
  /**
   * Instructions for agents that have the operation as a tool: when to use it, and how to use the answer.
   * `{name}` is replaced by the tool name of that operation.
   */
  readonly guidance: string
  readonly input: InputDeclaration<F>
  /** Names of input fields that are part of the path. */
  readonly pathFields: readonly (keyof F & string)[]
  /** `envelope`: data, usage, billing; `batch_start` and `batch_record` as in the specification. */
  readonly reply: 'envelope' | 'batch_start' | 'batch_record'
  readonly data: TSchema
  readonly usage: TSchema | null
  /** Takes an idempotency key and holds points before it works. */
  readonly writes: boolean
  /** Counts against the daily and monthly quotas. */
  readonly counted: boolean
  readonly price: Price
  readonly errors: readonly ErrorCode[]
  /** An example for the OpenAPI document. Tests send its request to every door. */
  readonly example?: { readonly request: JsonObject; readonly data: JsonObject; readonly usage: JsonObject }
}

/** Errors that every operation can return. */
export const commonErrors = [
  'unauthorized',
  'recruiter_only',
  'insufficient_scope',
  'internal_error',
] as const
/** Errors of an operation that is charged when it is called. */
export const chargedErrors = [
  'invalid_input',
  ...commonErrors,
  'insufficient_points',
  'idempotency_key_in_progress',
  'idempotency_key_reused',
  'payload_too_large',
  'open_api_quota_exceeded',
] as const satisfies readonly ErrorCode[]
