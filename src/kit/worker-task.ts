import { parentPort } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'

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

/** A task as sent to its thread. */
export interface NumberedTask<Task> {
  readonly number: number
  readonly task: Task
  /** Whether the thread reports that it has taken the task: set while the thread is starting. */
  tells: boolean
}

/** The message with which a thread reports that it has taken a task. */
export interface FirstWords {
  readonly are: 'first'
  readonly of: number
}

/** The message that ends a thread; it is never answered. */
export const endOfThread = null

/** The empty task of a thread that is started in advance. */
export const nothingToDo = 0

/** The answer of a retiring thread. It bypasses Piscina, which would assign the next task immediately. */
export interface LastWords {
  readonly are: 'last'
  readonly of: number
  readonly answer: TaskAnswer
}

/**
 * Makes the default export of a worker file: `export default workerTask(async (task: Task) => …)`. An error
 * of a class in `crossing` reaches the caller of `run` with its class and fields. Of any other error, only
 * the name and the stack locations do, because its message may quote the text.
 */
export function workerTask<Task, Result>(
  handle: (task: Task, thread: Thread) => Handover<Result> | Promise<Handover<Result>>,
  crossing: readonly CrossingError[] = [],
): (task: NumberedTask<Task> | typeof endOfThread | typeof nothingToDo) => Promise<unknown> {
  return async (numbered) => {
    if (numbered === nothingToDo) return
    if (numbered === endOfThread) return new Promise(() => {})
    const { number, task, tells } = numbered
    if (tells) parentPort?.postMessage({ are: 'first', of: number } satisfies FirstWords)
    let retired = false
    const retire = () => {
      retired = true
    }
    const { value: answer, transfer } = await answerOf(() => handle(task, { retire }), crossing)
    if (!retired) return withTransfer(answer, transfer)
    const lastWords: LastWords = { are: 'last', of: number, answer }
    parentPort?.postMessage(lastWords, [...transfer])
    // The pool ends the thread while it waits here.
    return new Promise(() => {})
  }
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

function withTransfer(answer: TaskAnswer, transfer: readonly ArrayBuffer[]): unknown {
  if (transfer.length === 0) return answer
  return move({ [transferableSymbol]: transfer, [valueSymbol]: answer } as never)
}
