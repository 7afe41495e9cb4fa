import { type ChildProcess, spawn } from 'node:child_process'
import { ReaderFailed } from './reader.ts'

export interface ReaderRun {
  readonly program: string
  readonly words: readonly string[]
  /** The whole environment of the process: nothing of the service's own. */
  readonly environment: Readonly<Record<string, string>>
  readonly input: readonly Uint8Array[]
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** What the process is called in a failure. */
  readonly name: string
}

/** Words of a page, or lines of a picture, are about 100 kB. */
const answerBytesMax = 16 * 1024 * 1024

/**
 * Runs a process that reads one picture, and resolves with its output. Rejects with the signal's reason, and
 * with `ReaderFailed` where the process doesn't do its work.
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
    // There are none where no more files can be opened.
    if (!stdin || !stdout) return
    stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= answerBytesMax) chunks.push(chunk)
      else child.kill('SIGKILL')
    })
    child.on('exit', (code) => {
      if (code === 0) return
      fail(code === null ? 'was killed' : `ended with code ${code}`)
      // A process that it started itself may hold the output open.
      stdout.destroy()
    })
    child.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
    // A process that ended early doesn't take its picture; its exit code tells.
    stdin.on('error', () => {})
    for (const bytes of input) stdin.write(bytes)
    stdin.end()
  })
}
