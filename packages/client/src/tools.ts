import type { CallOptions } from './call.ts'
import type { RecruiterClient } from './client.ts'
import { operations } from './contract.generated.ts'
import { type ErrorCode, isApiError, type RecruiterApiError } from './error.ts'
import type { OperationName } from './operations.ts'
import type { Inputs } from './types.generated.ts'

export interface OpenAiTool {
  type: 'function'
  function: { name: string; description: string; parameters: Record<string, unknown>; strict: boolean }
}
export interface OpenAiResponsesTool {
  type: 'function'
  name: string
  description: string
  parameters: Record<string, unknown>
  strict: boolean
}
export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: 'object'; properties: Record<string, unknown>; required?: string[] }
}

/** The outcome of a tool call. */
export interface ToolResult {
  /** JSON for the model: the envelope of the success, or the error. */
  readonly content: string
  readonly isError: boolean
  /** True if no further call by the model can succeed: end the loop and inform the user. */
  readonly mustStop: boolean
  /** Why the call failed; null if it succeeded, or if the model gave no valid tool or arguments. */
  readonly error: RecruiterApiError | null
}

/** Errors that only a person can resolve. */
const hopeless: readonly ErrorCode[] = [
  'insufficient_points',
  'open_api_quota_exceeded',
  'unauthorized',
  'recruiter_only',
  'insufficient_scope',
]

/**
 * Executes the tool call of a model. `input` holds its arguments: JSON text as OpenAI's APIs give them, or
 * the object of Anthropic's. A refusal also resolves, as a result that a model can read. Rejects only with
 * the reason of the signal that aborted it, or with a TypeError if an option is invalid.
 */
export async function runTool(
  client: RecruiterClient,
  name: string,
  input: unknown,
  options: CallOptions = {},
): Promise<ToolResult> {
  if (!isTool(name)) return mistake('unknown_tool', `the tools are ${Object.keys(operations).join(', ')}`)
  const argument = typeof input === 'string' ? parsed(input) : input
  if (typeof argument !== 'object' || argument === null || Array.isArray(argument)) {
    return mistake('invalid_input', 'the arguments must be one JSON object')
  }
  try {
    const { meta: _, ...envelope } = await client.call(name, argument as Inputs[typeof name], options)
    return { content: JSON.stringify(envelope), isError: false, mustStop: false, error: null }
  } catch (error) {
    if (!isApiError(error)) throw error
    return { content: explain(error), isError: true, mustStop: hopeless.includes(error.code), error }
  }
}

function isTool(name: string): name is OperationName {
  return Object.hasOwn(operations, name)
}

/** Models may produce invalid JSON. A call without arguments may have an empty text. */
function parsed(json: string): unknown {
  try {
    return json.trim() === '' ? {} : JSON.parse(json)
  } catch {
    return null
  }
}

function mistake(error: string, message: string): ToolResult {
  const content = JSON.stringify({ ok: false, error, message })
  return { content, isError: true, mustStop: false, error: null }
}

function detailOf({ reason, quota }: Pick<RecruiterApiError, 'reason' | 'quota'>): object | null {
  if (reason !== null) return { reason }
  return quota && { window: quota.window, limit: quota.limit, reset_seconds: quota.resetSeconds }
}

/** The error envelope without its null fields. */
function explain({ code, message, requestId, issues, ...error }: RecruiterApiError): string {
  const members = {
    ok: false,
    error: code,
    message: message.slice(`${code}: `.length),
    request_id: requestId,
    detail: issues.length > 0 ? issues : detailOf(error),
    required_point_cents: error.requiredPointCents,
    balance_point_cents: error.balancePointCents,
    resource_point_cents: error.resourcePointCents,
  }
  return JSON.stringify(members, (_, value) => value ?? undefined)
}
