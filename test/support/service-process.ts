import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { spawnBin } from './run-bin.ts'

/** The service as its own process, as an operator runs it. */
export interface ServiceProcess {
  readonly url: string
  readonly opsUrl: string
  readonly pid: number
  /** The output so far: its announcement and its log. */
  output(): string
  /** Waits until the output contains these words. */
  told(words: string): Promise<void>
  /** The demo key, if this start created one. */
  readonly demoKey: string | null
  /** Sends a signal and waits for the end. Returns the exit code, null if it was killed. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Generous, for a loaded machine. The test's own time limit applies too. */
const startTimeoutMs = 100_000

export async function startServiceProcess(
  environment: Record<string, string>,
  role: 'all' | 'api' | 'worker' = 'all',
): Promise<ServiceProcess> {
  const settings = { PORT: '0', OPS_PORT: '0', PARSE_THREADS: '1', ENGINE_THREADS: '1', OCR_ENGINE: 'wasm' }
  const child = spawnBin(['serve', '--role', role], { ...settings, ...environment })
  child.stdin?.end()
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
    pid: child.pid ?? 0,
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

/** The lines that the service shows a new user to paste into a terminal. */
export function linesToPaste(service: ServiceProcess): string[] {
  const lines = service.output().split('\n')
  return lines.filter((line) => line.includes('curl -sS')).map((line) => line.trim())
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
