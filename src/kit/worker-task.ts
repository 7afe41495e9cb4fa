import { parentPort } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'

/** An error class whose instances keep their class and their fields when they cross from a thread. */
export type CrossingError = { readonly prototype: Error; readonly name: string }

/** What a thread answers. A thread's own failure is data here; only the death of a thread is a rejection. */
export type TaskAnswer =
  | { readonly kind: 'done'; readonly value: unknown }
  | {
      readonly kind: 'refused'
      readonly className: string
      readonly message: string
      readonly fields: object
    }
  | { readonly kind: 'failed'; readonly errorName: string; readonly frames: string }

/** A result of which some buffers are handed over instead of copied. */
export interface Handover<Result> {
  readonly value: Result
  readonly transfer: readonly ArrayBuffer[]
}

/** What a task may say about the thread that it runs in. */
export interface Thread {
  /**
   * After this task the thread is ended and another takes its place: for what it can't give back otherwise,
   * such as the memory of a WASM instance.
   */
  retire(): void
}

/** How a task travels to its thread. */
export interface NumberedTask<Task> {
  readonly number: number
  readonly task: Task
  /** Whether the thread tells when it has taken the task: of one that waits for a thread to start. */
  tells: boolean
}

/** How a thread tells that it has taken a task. */
export interface FirstWords {
  readonly are: 'first'
  readonly of: number
}

/** What a thread gets instead of a task when it is ended: it never answers. */
export const endOfThread = null

/** What a thread gets to do that is started before there is work for it. */
export const nothingToDo = 0

/** How a thread that is to be ended answers, past piscina, which would give it the next task at once. */
export interface LastWords {
  readonly are: 'last'
  readonly of: number
  readonly answer: TaskAnswer
}

/**
 * What a worker file exports as its default: `export default workerTask(async (task: Task) => …)`. An error
 * of a class in `crossing` arrives at the caller of `run` as that class, with its fields. Of any other
 * error only its name and where it was thrown arrive: its message may quote the text that was being worked
 * on.
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
