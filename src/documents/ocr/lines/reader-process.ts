import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { ReaderFailed } from '../tesseract/reader.ts'
import { createFrameReader, type Frame, frameOf } from './frames.ts'

/** A process that answers one request after another, on stdin and stdout. */
export interface ReaderProcess {
  readonly pid: number | undefined
  /** False from the moment at which the process ends or is killed. */
  readonly isAlive: boolean
  /** Settled when the process has ended. */
  readonly ended: Promise<void>
  /**
   * Sends a request and waits for the answer. Rejects with `ReaderFailed` or with the signal's reason, and
   * kills the process then: its answer could otherwise be taken for that of a later request.
   */
  ask(input: readonly Uint8Array[], signal: AbortSignal, timeoutMs: number): Promise<Frame>
  kill(): void
}

/** The lines of a picture take about 100 kB. */
const answerBytesMax = 16 * 1024 * 1024

/**
 * Starts a process with an empty environment. While it has no request, it doesn't keep the service running;
 * it ends when its stdin is closed, so it ends with the service in any case.
 */
export function startReaderProcess([program = '', ...words]: readonly string[]): ReaderProcess {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'ignore'], env: {} })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let alive = true
  let waiting: PromiseWithResolvers<Frame> | null = null
  const fail = (why: string) => {
    alive = false
    waiting?.reject(new ReaderFailed(`the reader of lines ${why}`))
    waiting = null
    child.kill('SIGKILL')
  }
  child.on('error', () => {
    fail('does not start')
    end()
  })
  child.on('exit', (code) => {
    fail(code === null ? 'was killed' : `ended with code ${code}`)
    // A child of the process may keep the output open.
    child.stdout?.destroy()
    end()
  })
  const readFrame = createFrameReader(answerBytesMax)
  child.stdout?.on('data', (chunk: Buffer) => {
    try {
      const frame = readFrame(chunk)
      if (frame === null) return
      if (waiting === null) return fail('answers without a request')
      if (frame.isLast) alive = false
      waiting.resolve(frame)
      waiting = null
    } catch {
      fail('answers nonsense')
    }
  })
  // If the process ended, writing fails. Its exit reports the failure.
  child.stdin?.on('error', () => {})
  const hold = (holds: boolean) => keepRunning(child, holds)
  hold(false)
  return {
    pid: child.pid,
    ended,
    get isAlive() {
      return alive
    },
    kill() {
      fail('was ended')
      // Callers wait for the end.
      child.ref()
    },
    async ask(input, signal, timeoutMs) {
      signal.throwIfAborted()
      if (!alive || waiting !== null) throw new ReaderFailed('the reader of lines has ended')
      const answer = Promise.withResolvers<Frame>()
      waiting = answer
      const onAbort = () => {
        answer.reject(signal.reason)
        fail('was aborted')
      }
      signal.addEventListener('abort', onAbort)
      const timer = setTimeout(() => fail('takes too long'), timeoutMs)
      hold(true)
      try {
        for (const bytes of frameOf(input)) child.stdin?.write(bytes)
        return await answer.promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        if (alive) hold(false)
      }
    },
  }
}

/** Whether the process and its pipes keep the service's event loop running. */
function keepRunning(child: ChildProcessByStdio<Writable, Readable, null>, holds: boolean): void {
  const pipes = [child.stdin, child.stdout] as unknown as (Partial<
    Record<'ref' | 'unref', () => void>
  > | null)[]
  if (holds) child.ref()
  else child.unref()
  for (const pipe of pipes) holds ? pipe?.ref?.() : pipe?.unref?.()
}
