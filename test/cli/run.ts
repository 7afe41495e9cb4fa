import { Readable, Writable } from 'node:stream'
import { run } from '../../src/cli/main.ts'
import { type Finished, finished } from '../support/run-bin.ts'

/** Runs a command in this process, which is faster. Its settings are the environment of the test. */
export async function runHere(argv: readonly string[], stdin: string | Uint8Array = ''): Promise<Finished> {
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  const streams = { stdin: Readable.from([stdin]), stdout: collector(stdout), stderr: collector(stderr) }
  const code = await run(argv, streams)
  for (const stream of [streams.stdout, streams.stderr]) await new Promise((done) => stream.end(done))
  return finished(code, stdout, stderr)
}

/** The same on a terminal; also returns the text that was shown besides the output. */
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

/** The control sequence that removes the last line: a progress bar must leave nothing behind. */
export const lineGone = '\r\u001b[K'

function collector(chunks: Buffer[]): Writable {
  const write = (chunk: Buffer, _: string, done: () => void) => {
    chunks.push(chunk)
    setImmediate(done) // A reader that is slower than the writer.
  }
  return new Writable({ write, highWaterMark: 1_000 })
}
