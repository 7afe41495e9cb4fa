import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../errors.ts'
import { waitFor } from './wait.ts'

/** A lock of the operating system. It ends with the process that holds it, even after kill -9. */
export interface FileLock {
  release(): void
}

/** References the locks, so that the garbage collector does not release one. */
const held = new Set<DatabaseSync>()
const sqliteBusy = 5

/**
 * Takes the lock if it is free. Node has no flock(); SQLite's exclusive transaction on an empty file uses
 * fcntl, without the races of a pid file or of a stale socket that must be unlinked.
 */
export function tryFileLock(path: string): FileLock | undefined {
  const file = openLockFile(path)
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (isBusy(error)) return undefined
    throw cannotLock(path, error)
  }
  held.add(file)
  return {
    release() {
      if (held.delete(file)) file.close()
    },
  }
}

/** Waits for the lock up to `timeoutMs`; undefined if it stays taken. */
export async function fileLock(path: string, timeoutMs: number): Promise<FileLock | undefined> {
  return await waitFor(() => tryFileLock(path), { timeoutMs, everyMs: 20 })
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy
}

function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw cannotLock(path, error)
  }
}

function cannotLock(path: string, error: unknown): StoreError {
  const reason = error instanceof Error ? error.message : 'unknown failure'
  return new StoreError(`cannot lock ${path} (${reason}): may this user write in DATA_DIR?`)
}
