import { isMainThread, threadId, workerData } from 'node:worker_threads'
import { serveTasks, type Thread } from './serve-tasks.ts'

/** The tasks that the tests of the pool run in a thread. */
export type TestTask =
  | {
      readonly do:
        | 'thread'
        | 'data'
        | 'loop'
        | 'exit'
        | 'devour'
        | 'throw'
        | 'environment'
        | 'uncloneable'
        | 'never'
        | 'retire'
        | 'retireRefused'
    }
  | { readonly do: 'refuse'; readonly code: string }
  | { readonly do: 'sleep'; readonly ms: number }
  /** Waits until this many tasks have begun, which needs as many threads. */
  | { readonly do: 'meet'; readonly count: number; readonly begun: Int32Array<SharedArrayBuffer> }
  | { readonly do: 'length'; readonly bytes: Uint8Array<ArrayBuffer> }

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  readonly members: { readonly detail: readonly string[] }

  constructor(code: string) {
    super(`refused ${code}`)
    this.code = code
    this.members = { detail: ['a', 'b'] }
  }
}

async function handle(
  task: TestTask,
  thread: Thread,
): Promise<{ value: unknown; transfer: readonly ArrayBuffer[] }> {
  switch (task.do) {
    case 'thread':
      return { value: isMainThread ? 0 : threadId, transfer: [] }
    case 'data':
      return { value: workerData, transfer: [] }
    case 'environment':
      return { value: Object.keys(process.env), transfer: [] }
    case 'sleep':
      await new Promise((resolve) => setTimeout(resolve, task.ms))
      return { value: threadId, transfer: [] }
    case 'meet':
      Atomics.add(task.begun, 0, 1)
      while (Atomics.load(task.begun, 0) < task.count) await new Promise((resolve) => setTimeout(resolve, 5))
      return { value: threadId, transfer: [] }
    case 'length':
      return { value: task.bytes, transfer: [task.bytes.buffer] }
    case 'refuse':
      throw new Refusal(task.code)
    case 'throw':
      throw new TypeError('a secret that was being read')
    case 'uncloneable':
      return { value: () => 1, transfer: [] }
    case 'exit':
      process.exit(3)
      break
    case 'retire':
      thread.retire()
      return { value: threadId, transfer: [] }
    case 'retireRefused':
      thread.retire()
      throw new Refusal('retired')
    case 'never':
      return await new Promise(() => {})
    case 'loop':
      for (;;) if (task.do !== 'loop') break
      break
    case 'devour': {
      const kept: number[][] = []
      for (;;) kept.push(new Array(100_000).fill(kept.length))
    }
  }
  throw new Error('unreachable')
}

serveTasks(handle, [Refusal])
