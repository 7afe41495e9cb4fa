import {
  type JsonObject,
  type Operation,
  type OperationName,
  operationNames,
  toolInputSchema,
} from '../contract/index.ts'
import { errorSchema, issueSchema, replySchema } from './reply-schemas.ts'

/** An operation as an agent sees it, in any protocol. */
export interface ToolDescription {
  readonly operation: Operation
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** The envelope of a success or of an error: a failed call returns its envelope too. */
  readonly outputSchema: JsonObject
  readonly annotations: ToolAnnotations
}

/** Hints for deciding whether a call needs a person's consent. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** The operations as tools, named by `nameOf`. */
export function describeTools(
  operations: readonly Operation[],
  nameOf: (operation: Operation) => string,
): readonly ToolDescription[] {
  const names = new Map(operations.map((operation) => [operation.name, nameOf(operation)]))
  return operations.map((operation) => ({
    operation,
    name: nameOf(operation),
    title: operation.title,
    description: descriptionOf(operation, names),
    inputSchema: toolInputSchema(operation.input),
    outputSchema: { type: 'object', oneOf: [replySchema(operation), errorSchema(issueSchema)] },
    annotations: annotationsOf(operation),
  }))
}

/** Part of every charged tool's description: agents tend to retry, and to ignore costs. */
const chargedAdvice =
  '100 point_cents are 1 point. A call that fails is not charged. On insufficient_points stop and inform the user; do not retry.'

function descriptionOf(operation: Operation, names: ReadonlyMap<OperationName, string>): string {
  const guidance = operationNames.reduce(
    (text, name) => text.replaceAll(`{${name}}`, names.get(name) ?? name),
    operation.guidance,
  )
  return [operation.description, guidance, ...(operation.writes ? [chargedAdvice] : [])].join(' ')
}

/** A charge is an effect: a call that costs is not read-only, and without a key not idempotent. */
function annotationsOf(operation: Operation): ToolAnnotations {
  const free = !operation.writes
  return { readOnlyHint: free, destructiveHint: false, idempotentHint: free, openWorldHint: false }
}
