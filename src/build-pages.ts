import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Log } from './kit/index.ts'

const script = fileURLToPath(new URL('../bin/build-pages.mjs', import.meta.url))

/**
 * Builds the pages of the user center if their sources have changed. A service that can't build them (its
 * folder is read-only, say) serves the previous build, or only the API.
 */
export async function buildPages(log: Log): Promise<void> {
  const builder = spawn(process.execPath, [script], { stdio: ['ignore', 2, 2] })
  const outcome = await new Promise<number | string | null>((resolve) => {
    builder.once('error', (error) => resolve(error.message))
    builder.once('exit', (code, signal) => resolve(signal ?? code))
  })
  if (outcome !== 0) log.warn({ outcome }, 'the pages of the user center could not be built')
}
