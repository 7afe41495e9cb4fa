import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/recruiter-open-api.mjs', import.meta.url))

/** The service as its own process, as an operator runs it. */
export interface ServiceProcess {
  readonly url: string
  readonly opsUrl: string
  /** What it has printed so far: its announcement and its log. */
  output(): string
  /** Waits until it has printed these words. */
  told(words: string): Promise<void>
  /** The demo key, where this start made one. */
  readonly demoKey: string | null
  /** Sends a signal and waits for the end; returns the exit code, null when it was killed. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The JSON object on the last line of stdout; empty where there is none. */
  readonly json: Readonly<Record<string, unknown>>
}

/** For a machine that has much else to do; a test's own limit is the other bound. */
const startTimeoutMs = 100_000

export async function startServiceProcess(
  environment: Record<string, string>,
  role: 'all' | 'api' | 'worker' = 'all',
): Promise<ServiceProcess> {
  const child = spawnBin(['serve', '--role', role], environment)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const listening = await waitFor(
    child,
    () => /"url":"([^"]*)","opsUrl":"([^"]+)"/.exec(output),
    () => output,
  )
  return {
    url: listening[1] ?? '',
    opsUrl: listening[2] ?? '',
    output: () => output,
    async told(words) {
      await waitFor(
        child,
        () => output.includes(words) || null,
        () => output,
      )
    },
    demoKey: /hecn_live_\w+/.exec(output)?.[0] ?? null,
    async end(signal) {
      const ended =
        child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve([])
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

/** Runs a command of the CLI to its end. */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<CommandResult> {
  const child = spawnBin(args, environment)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  await once(child, 'close')
  const last = stdout.trimEnd().split('\n').at(-1) ?? ''
  return { code: child.exitCode, stdout, stderr, json: last.startsWith('{') ? JSON.parse(last) : {} }
}

function spawnBin(args: readonly string[], environment: Record<string, string>): ChildProcess {
  const base = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PARSE_THREADS: '1',
    ENGINE_THREADS: '1',
  }
  return spawn(process.execPath, [bin, ...args], {
    env: { ...base, PORT: '0', OPS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function waitFor<T>(child: ChildProcess, look: () => T | null, output: () => string): Promise<T> {
  const until = performance.now() + startTimeoutMs
  while (performance.now() < until) {
    const found = look()
    if (found !== null) return found
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  child.kill('SIGKILL')
  throw new Error(`the service did not start within ${startTimeoutMs} ms:\n${output()}`)
}
