import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { CliError } from './cli-error.ts'

/** Input and output of a command. */
export interface Terminal {
  /**
   * Waits until a slow reader has taken the output, so that output of any size needs little memory. Output
   * to a terminal is stripped of control characters; a file or pipe gets the text unchanged.
   */
  write(text: string): Promise<void>
  /** For warnings and errors, so that stdout can be piped. */
  warn(line: string): void
  /**
   * A progress line, replaced by the next one and by any other output; null removes it. Only on a terminal.
   */
  progress(line: string | null): void
  /** The first line of stdin, without its end. */
  readLine(what: string): Promise<string>
  /** All of stdin as bytes. Rejects with TooManyBytes. */
  readBytes(bytesMax: number): Promise<Buffer>
}

/** stdin exceeded the limit. */
export class TooManyBytes extends Error {}

const lineCharactersMax = 4_096

export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean }
}

export function createTerminal({ stdin, stdout, stderr }: Streams): Terminal {
  let barIsShown = false
  function progress(line: string | null): void {
    if (!stderr.isTTY || (line === null && !barIsShown)) return
    stderr.write(`\r\u001b[K${line ?? ''}`)
    barIsShown = line !== null
  }
  return {
    async write(text) {
      progress(null)
      if (!stdout.write(stdout.isTTY ? withoutControls(text) : text)) await once(stdout, 'drain')
    },
    warn(line) {
      progress(null)
      stderr.write(`${withoutControls(line)}\n`)
    },
    progress,
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
    async readBytes(bytesMax) {
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of stdin) {
        chunks.push(Buffer.from(chunk))
        length += chunk.length
        if (length > bytesMax) throw new TooManyBytes()
      }
      return Buffer.concat(chunks)
    },
  }
}

/**
 * Texts and names are user input: they must not move the cursor, change colours or reverse the writing
 * direction.
 */
export function withoutControls(text: string): string {
  return text.replace(/(?!\r\n|[\n\t])[\p{Cc}\p{Cf}]/gu, '')
}
