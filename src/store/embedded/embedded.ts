import { copyFile, stat, truncate } from 'node:fs/promises'
import { socketUrl } from '../connection-url.ts'
import { StoreError } from '../errors.ts'
import { type Folders, prepareFolders } from './folders.ts'
import { joinOrStart, type Server, type ServerOptions } from './server.ts'
import { refuseForeignCluster } from './server-user.ts'
import { lockService } from './service-lock.ts'
import { databaseName, role } from './settings.ts'

/** The role of a process: the one service of a DATA_DIR, or one of any number of tools beside it. */
export type Role = 'service' | 'tool'

/** The database of a DATA_DIR, running at least until `close`. */
export interface EmbeddedServer {
  readonly url: string
  /**
   * Releases the server, which stops after its last user. If that was this process, waits until it has
   * stopped.
   */
  close(): Promise<void>
}

const watchEveryMs = 1_000
const runningLogBytesMax = 8_000_000

/** Runs PostgreSQL on the files in `dataDirectory`, or joins the one that runs there already. */
export async function openEmbedded(
  dataDirectory: string,
  as: Role,
  options: ServerOptions = {},
): Promise<EmbeddedServer> {
  if (process.platform === 'win32') {
    throw new StoreError('the embedded PostgreSQL does not run on Windows: set DATABASE_URL, or use WSL')
  }
  const folders = await prepareFolders(dataDirectory)
  await refuseForeignCluster(folders)
  const lock = as === 'service' ? await lockService(folders) : undefined
  try {
    const watched = watch(folders, await joinOrStart(folders, options), options)
    const close = async () => {
      await watched.leave()
      lock?.release()
    }
    let closing: Promise<void> | undefined
    return {
      url: socketUrl(folders.run, role, databaseName),
      close: () => {
        closing ??= close()
        return closing
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/**
 * Checks every second whether the server's keeper is alive, and restarts the server if it was killed from
 * outside (for example, out of memory). The keeper ends with it, so only its users can notice.
 */
function watch(folders: Folders, first: Server, options: ServerOptions): { leave(): Promise<void> } {
  const notice = options.notice ?? (() => {})
  let server = first
  let looking: Promise<void> | undefined
  const look = async () => {
    await boundLog(folders.log)
    if (server.isKept()) return
    notice('the embedded PostgreSQL was killed from outside; starting it again')
    const dead = server
    server = await joinOrStart(folders, options)
    notice('the embedded PostgreSQL runs again')
    await dead.leave()
  }
  const timer = setInterval(() => {
    looking ??= look()
      // A failure is retried after a second; until then every statement fails with the reason.
      .catch((error: unknown) => notice(error instanceof Error ? error.message : 'unknown failure'))
      .finally(() => {
        looking = undefined
      })
  }, watchEveryMs)
  timer.unref()
  return {
    async leave() {
      clearInterval(timer)
      await looking
      await server.leave()
    },
  }
}

async function boundLog(log: string): Promise<void> {
  const size = (await stat(log).catch(() => undefined))?.size ?? 0
  if (size <= runningLogBytesMax) return
  await copyFile(log, `${log}.1`)
  await truncate(log)
}
