import { parentPort } from 'node:worker_threads'

/** An error class whose instances keep their class and fields across the thread boundary. */
export type CrossingError = { readonly prototype: Error; readonly name: string }

/** The answer of a thread. A failed task is data here; the promise rejects only if the thread dies. */
export type TaskAnswer =
  | { readonly kind: 'done'; readonly value: unknown }
  | {
      readonly kind: 'refused'
      readonly className: string
      readonly message: string
      readonly fields: object
    }
  | { readonly kind: 'failed'; readonly errorName: string; readonly frames: string }

/** What a thread sends: once that it has loaded its file, then an answer for each task. */
export type ThreadMessage =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'answer'; readonly answer: TaskAnswer; readonly isLast: boolean }

/** A result with buffers that are transferred instead of copied. */
export interface Handover<Result> {
  readonly value: Result
  readonly transfer: readonly ArrayBuffer[]
}

/** What a task may do with its thread. */
export interface Thread {
  /**
   * Ends and replaces the thread after this task, to free what it cannot release otherwise, such as the
   * memory of a WASM instance.
   */
  retire(): void
}

/**
 * Serves the tasks of a pool in its thread. Call it once, as the last statement of the worker file. An error
 * of a class in `crossing` reaches the caller of `run` with its class and fields. Of any other error, only
 * the name and the stack locations do, because its message may quote the text.
 */
export function serveTasks<Task, Result>(
  handle: (task: Task, thread: Thread) => Handover<Result> | Promise<Handover<Result>>,
  crossing: readonly CrossingError[] = [],
): void {
  const send = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, [...transfer])
  parentPort?.on('message', async (task: Task) => {
    let isLast = false
    const retire = () => {
      isLast = true
    }
    const { value: answer, transfer } = await answerOf(() => handle(task, { retire }), crossing)
    send({ kind: 'answer', answer, isLast }, transfer)
  })
  // Once the event loop runs: the first task is timed from when it is sent.
  setImmediate(() => send({ kind: 'loaded' }))
}

async function answerOf<Result>(
  work: () => Handover<Result> | Promise<Handover<Result>>,
  crossing: readonly CrossingError[],
): Promise<Handover<TaskAnswer>> {
  try {
    const { value, transfer } = await work()
    return { value: { kind: 'done', value }, transfer }
  } catch (error) {
    return { value: answerFor(error, crossing), transfer: [] }
  }
}

function answerFor(error: unknown, crossing: readonly CrossingError[]): TaskAnswer {
  if (!(error instanceof Error)) return { kind: 'failed', errorName: typeof error, frames: '' }
  const known = crossing.find((each) => Object.getPrototypeOf(error) === each.prototype)
  if (known !== undefined) {
    const { cause: _, ...fields } = { ...error, cause: undefined }
    return { kind: 'refused', className: known.name, message: error.message, fields }
  }
  return { kind: 'failed', errorName: error.name, frames: framesOf(error) }
}

const framesMax = 12

function framesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return lines.slice(0, framesMax).join('\n')
}
