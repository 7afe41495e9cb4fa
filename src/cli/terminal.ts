import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { CliError } from './cli-error.ts'

/** Where a command writes to and reads from. */
export interface Terminal {
  /** Waits until a slow reader has taken what was written, so that output of any size needs little memory. */
  write(text: string): Promise<void>
  /** For warnings and errors, so that what is on stdout can be piped on. */
  warn(line: string): void
  /** One line that the next one takes the place of, null for none; only where a person watches. */
  progress(line: string | null): void
  /** The first line of stdin, without its end. */
  readLine(what: string): Promise<string>
}

const lineCharactersMax = 4_096

export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable
  readonly stderr: Writable & { readonly isTTY?: boolean }
}

export function createTerminal({ stdin, stdout, stderr }: Streams): Terminal {
  return {
    async write(text) {
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    warn(line) {
      stderr.write(`${line}\n`)
    },
    progress(line) {
      if (stderr.isTTY) stderr.write(`\r\u001b[K${line ?? ''}`)
    },
    async readLine(what) {
      if (stdin.isTTY) stderr.write(`${what} (it shows while you type): `)
      let text = ''
      stdin.setEncoding('utf8')
      for await (const chunk of stdin) {
        text += chunk
        const end = text.search(/\r?\n/)
        if (end >= 0) return text.slice(0, end)
        if (text.length > lineCharactersMax) throw new CliError(`${what}: the line on stdin is too long`)
      }
      if (text === '') throw new CliError(`${what}: nothing came on stdin`)
      return text
    },
  }
}
