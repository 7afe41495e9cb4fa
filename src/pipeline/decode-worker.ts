import { isUtf8 } from 'node:buffer'
import { workerData } from 'node:worker_threads'
import {
  Fault,
  type OperationName,
  operationsUnder,
  parseInput,
  readDeclared,
  type Terms,
} from '../contract/index.ts'
import { letGo, serveTasks } from '../kit/index.ts'

/** The worker thread that parses large bodies. */
export interface DecodeTask {
  readonly operation: OperationName
  readonly bytes: Uint8Array<ArrayBuffer>
}

const { terms } = workerData as { terms: Terms }
const operations = operationsUnder(terms)

serveTasks(
  (task: DecodeTask) => {
    const operation = operations.find((each) => each.name === task.operation)
    if (operation === undefined) throw new Error(`the contract has no operation ${task.operation}`)
    try {
      const { buffer, byteOffset, byteLength } = task.bytes
      // A Buffer, because searching it is several times faster.
      const bytes = Buffer.from(buffer, byteOffset, byteLength)
      const { value } = readDeclared(operation.input.fields, bytes, isUtf8)
      return { value: parseInput(operation.input, value), transfer: [] }
    } finally {
      letGo(task.bytes)
    }
  },
  [Fault],
)
