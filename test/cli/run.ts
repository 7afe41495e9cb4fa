import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { run } from '../../src/cli/main.ts'

const bin = fileURLToPath(new URL('../../bin/recruiter-open-api.mjs', import.meta.url))

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** What the last line of stdout holds, where that is a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

/** Runs the real program to its end, with nothing of our own environment but what it needs to start. */
export async function runBin(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
  stdin = '',
): Promise<Finished> {
  const child = spawn(process.execPath, [bin, ...argv], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  child.stdin.on('error', () => {}) // it may end without reading
  child.stdin.end(stdin)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return finished(code, stdout, stderr)
}

/** The same in this process, which is faster; it takes its settings from the environment of the test. */
export async function runHere(argv: readonly string[], stdin = ''): Promise<Finished> {
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  const streams = { stdin: Readable.from([stdin]), stdout: collector(stdout), stderr: collector(stderr) }
  const code = await run(argv, streams)
  for (const stream of [streams.stdout, streams.stderr]) await new Promise((done) => stream.end(done))
  return finished(code, stdout, stderr)
}

/** The same where a person watches: what has gone over the terminal beside the output. */
export async function runWatched(
  argv: readonly string[],
  stdin = '',
): Promise<{ readonly code: number; readonly shown: string }> {
  const shown: Buffer[] = []
  const stderr = Object.assign(collector(shown), { isTTY: true })
  const code = await run(argv, { stdin: Readable.from([stdin]), stdout: collector([]), stderr })
  await new Promise((done) => stderr.end(done))
  return { code, shown: Buffer.concat(shown).toString('utf8') }
}

/** What takes the last line away: a bar leaves nothing behind. */
export const lineGone = '\r\u001b[K'

function collector(chunks: Buffer[]): Writable {
  const write = (chunk: Buffer, _: string, done: () => void) => {
    chunks.push(chunk)
    setImmediate(done) // a reader that is slower than the writer
  }
  return new Writable({ write, highWaterMark: 1_000 })
}

function finished(code: number | null, stdout: readonly Buffer[], stderr: readonly Buffer[]): Finished {
  const text = Buffer.concat(stdout).toString('utf8')
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  const json = /^\{.*\}$/.test(last) ? (JSON.parse(last) as Record<string, unknown>) : undefined
  return { code, stdout: text, stderr: Buffer.concat(stderr).toString('utf8'), json }
}
