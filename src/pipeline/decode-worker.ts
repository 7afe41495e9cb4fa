import { workerData } from 'node:worker_threads'
import {
  type ErrorCode,
  Fault,
  type FaultMembers,
  type OperationName,
  operationsUnder,
  parseInput,
  parseJson,
  type Terms,
} from '../contract/index.ts'

/** The thread that reads large bodies. Refusals cross as values, since a class doesn't survive the crossing. */

export interface DecodeTask {
  readonly operation: OperationName
  readonly bytes: Uint8Array<ArrayBuffer>
}
export type DecodeResult =
  | { readonly kind: 'input'; readonly input: unknown }
  | { readonly kind: 'fault'; readonly code: ErrorCode; readonly members: FaultMembers }

const { terms } = workerData as { terms: Terms }
const operations = operationsUnder(terms)

export default function decodeBody(task: DecodeTask): DecodeResult {
  const operation = operations.find((each) => each.name === task.operation)
  if (operation === undefined) throw new Error(`the contract has no operation ${task.operation}`)
  try {
    return { kind: 'input', input: parseInput(operation.input, parseJson(task.bytes)) }
  } catch (error) {
    if (error instanceof Fault) return { kind: 'fault', code: error.code, members: error.members }
    throw error
  }
}
