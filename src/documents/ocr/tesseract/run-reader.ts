import { type ChildProcess, spawn } from 'node:child_process'
import { ReaderFailed } from './reader.ts'

export interface ReaderRun {
  readonly program: string
  readonly words: readonly string[]
  /** The full environment of the process. It has none of the service's variables. */
  readonly environment: Readonly<Record<string, string>>
  readonly input: readonly Uint8Array[]
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** The process's name in error messages. */
  readonly name: string
}

/** The words of a page, or the lines of a picture, take about 100 kB. */
const answerBytesMax = 16 * 1024 * 1024

/**
 * Runs a process that reads one picture, and resolves with its output. Rejects with the signal's reason, or
 * with `ReaderFailed` if the process fails.
 */
export function runReader(run: ReaderRun): Promise<string> {
  const { program, words, environment, input, signal, timeoutMs, name } = run
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: environment,
      signal,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    }) as ChildProcess
    const chunks: Buffer[] = []
    let length = 0
    const fail = (why: string) => reject(signal.aborted ? signal.reason : new ReaderFailed(`${name} ${why}`))
    child.on('error', () => fail('does not start'))
    const { stdin, stdout } = child
    // The pipes are missing if the process can't open more files.
    if (!stdin || !stdout) return
    stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= answerBytesMax) chunks.push(chunk)
      else child.kill('SIGKILL')
    })
    child.on('exit', (code) => {
      if (code === 0) return
      fail(code === null ? 'was killed' : `ended with code ${code}`)
      // A child of the process may keep the output open.
      stdout.destroy()
    })
    child.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
    // If the process ended early, writing its input fails. The exit code reports the failure.
    stdin.on('error', () => {})
    for (const bytes of input) stdin.write(bytes)
    stdin.end()
  })
}
