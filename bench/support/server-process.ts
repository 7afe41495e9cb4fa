import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** `http-server.ts` as a process on its own folder, which is removed when it stops. */
export interface ServerProcess {
  readonly url: string
  readonly keys: readonly string[]
  /** CPU time used so far, in seconds. */
  cpu(): Promise<number>
  /** Resident memory now, in MB. */
  memoryMb(): Promise<number>
  stop(): Promise<void>
}

export async function startServer(accounts: number, mode: 'full' | 'bare'): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-http-'))
  const file = fileURLToPath(new URL('./http-server.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [file, folder, String(accounts), mode], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (child.stdout === null || child.stdin === null) throw new Error('the server has no pipes')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => JSON.parse((await lines.next()).value ?? '{}')
  const { url, keys } = (await line()) as { url: string; keys: string[] }
  const { stdin } = child
  return {
    url,
    keys,
    async cpu(): Promise<number> {
      stdin.write('cpu\n')
      return (await line()).cpuSeconds
    },
    async memoryMb(): Promise<number> {
      stdin.write('memory\n')
      return Math.round((await line()).rss / 1e6)
    },
    async stop() {
      stdin.end()
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
