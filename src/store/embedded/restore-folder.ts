import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StoreError } from '../errors.ts'
import { openEmbedded } from './embedded.ts'
import { prepareFolders, runFolder } from './folders.ts'
import { lockService } from './service-lock.ts'

const restoringName = 'restoring'
/** Allowed contents of an empty folder: the key, our own files, and what file systems put at their root. */
const harmless = new Set([
  'data.key',
  'postgres.log',
  'postgres.log.1',
  'server.lock',
  'service.lock',
  'service.json',
  'run',
  restoringName,
  'lost+found',
])

/**
 * Loading needs no log for recovery, because an incomplete folder is discarded. `minimal` writes each row
 * once.
 */
const loadSettings = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '2GB' }

/**
 * Creates a database in an empty DATA_DIR. `work` gets the URL of a server inside the folder `restoring`; its
 * files are moved into place after `work` has returned and the server has stopped. If `work` throws or the
 * process is killed, DATA_DIR still has no database. The service cannot start meanwhile.
 */
export async function makeEmbedded<T>(dataDirectory: string, work: (url: string) => Promise<T>): Promise<T> {
  await refuseUsed(dataDirectory)
  const folders = await prepareFolders(dataDirectory)
  const lock = await lockService(folders)
  const restoring = join(folders.data, restoringName)
  try {
    await refuseUsed(folders.data)
    // A killed process left it.
    await removeRestoring(restoring)
    const server = await openEmbedded(restoring, 'tool', { settings: loadSettings })
    let result: T
    try {
      result = await work(server.url)
    } finally {
      await server.close()
    }
    await rename(join(restoring, basename(folders.cluster)), folders.cluster)
    await syncFolder(folders.data)
    return result
  } finally {
    await removeRestoring(restoring)
    lock.release()
  }
}

async function refuseUsed(dataDirectory: string): Promise<void> {
  const names = existsSync(dataDirectory) ? await readdir(dataDirectory) : []
  const used = names.find((name) => !harmless.has(name) && !name.startsWith('postgres-programs-'))
  if (used === undefined) return
  const what = used === 'postgres' ? 'has a database already' : `is not empty (${used})`
  throw new StoreError(`${dataDirectory} ${what}: set DATA_DIR to an empty folder, or to a new one`)
}

async function removeRestoring(restoring: string): Promise<void> {
  await rm(runFolder(restoring), { recursive: true, force: true })
  await rm(restoring, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** A rename is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
