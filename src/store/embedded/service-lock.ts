import { readFile, stat, writeFile } from 'node:fs/promises'
import { StoreError } from '../errors.ts'
import { type FileLock, fileLock } from './file-lock.ts'
import type { Folders } from './folders.ts'

/** The previous service may be answering its last calls. */
const patienceMs = 5_000

/**
 * Makes this process the one service of its DATA_DIR, or throws with the current one. The lock is free as
 * soon as its holder dies.
 */
export async function lockService(folders: Folders): Promise<FileLock> {
  const lock = await fileLock(folders.serviceLock, patienceMs)
  if (lock === undefined) throw new StoreError(await alreadyRunning(folders))
  await writeFile(folders.serviceOwner, `${JSON.stringify({ pid: process.pid })}\n`)
  return lock
}

async function alreadyRunning(folders: Folders): Promise<string> {
  const owner = await readFile(folders.serviceOwner, 'utf8').catch(() => '')
  const since = (await stat(folders.serviceOwner).catch(() => undefined))?.mtime.toISOString()
  const pid = /"pid":(\d+)/.exec(owner)?.[1]
  return (
    `a service already runs on ${folders.data}` +
    (pid === undefined ? '' : ` (process ${pid}, since ${since ?? 'an unknown time'})`) +
    ': stop it, or set DATA_DIR to another folder'
  )
}
