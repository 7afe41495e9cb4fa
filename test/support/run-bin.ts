import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/recruiter-open-api.mjs', import.meta.url))

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The last line of stdout, parsed, if it is a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

/** Starts the real program with only the environment variables that it needs to start. */
export function spawnBin(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const base = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  return spawn(process.execPath, [bin, ...argv], { env: { ...base, ...environment } })
}

/** Runs a command of the real program to its end. */
export async function runBin(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
  stdin: string | Uint8Array = '',
): Promise<Finished> {
  const child = spawnBin(argv, environment)
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
  child.stdin?.on('error', () => {}) // The program may end without reading its input.
  child.stdin?.end(stdin)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return finished(code, stdout, stderr)
}

/** The output and exit code of a command. */
export function finished(
  code: number | null,
  stdout: readonly Buffer[],
  stderr: readonly Buffer[],
): Finished {
  const text = Buffer.concat(stdout).toString('utf8')
  const last = text.trimEnd().split('\n').at(-1) ?? ''
  const json = /^\{.*\}$/.test(last) ? (JSON.parse(last) as Record<string, unknown>) : undefined
  return { code, stdout: text, stderr: Buffer.concat(stderr).toString('utf8'), json }
}
