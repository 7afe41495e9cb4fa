import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, realpath, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../kit/index.ts'
import { StoreError } from '../errors.ts'

/** The paths of one DATA_DIR. Every process with the same folder computes the same paths. */
export interface Folders {
  /** The real path of DATA_DIR. */
  readonly data: string
  /** PostgreSQL's own files. */
  readonly cluster: string
  /** The folder of the socket and of the pipe that the server's users hold. */
  readonly run: string
  readonly log: string
  /** Held while the server is started or joined. */
  readonly serverLock: string
  /** Held by the one service of this DATA_DIR as long as it lives. */
  readonly serviceLock: string
  /** Identifies that service. */
  readonly serviceOwner: string
}

/** A Unix socket's path has at most 107 bytes on Linux and 103 on macOS; its name takes 14 of them. */
const runBytesMax = 103 - '/.s.PGSQL.5432'.length

/** Creates DATA_DIR if it does not exist. Throws a StoreError if that is not allowed. */
export async function prepareFolders(dataDirectory: string): Promise<Folders> {
  const data = await makeDataDirectory(dataDirectory)
  const files = {
    log: join(data, 'postgres.log'),
    serverLock: join(data, 'server.lock'),
    serviceLock: join(data, 'service.lock'),
    serviceOwner: join(data, 'service.json'),
  }
  for (const path of Object.values(files)) await makeFile(data, path)
  return { data, cluster: join(data, 'postgres'), run: runFolder(data), ...files }
}

/**
 * Creates an empty file that only the owner of DATA_DIR may read, even if root creates it. It does not open
 * an existing one, because closing it would drop a lock that this process may hold on it.
 */
async function makeFile(data: string, path: string): Promise<void> {
  if (existsSync(path)) return
  await writeFile(path, '', { mode: 0o600, flag: 'a' }).catch((error: unknown) => {
    throw unusable(data, error)
  })
  const owner = await stat(data)
  if (process.getuid?.() === 0) await chown(path, owner.uid, owner.gid)
}

/** Beside the data; for a long path a short one under /tmp (not TMPDIR: the CLI's may differ). */
export function runFolder(data: string): string {
  const beside = join(data, 'run')
  if (Buffer.byteLength(beside) <= runBytesMax) return beside
  return `/tmp/recruiter-${createHash('sha256').update(data).digest('hex').slice(0, 20)}`
}

async function makeDataDirectory(dataDirectory: string): Promise<string> {
  try {
    const made = await makeFolder(resolve(dataDirectory))
    // The server may run as another user, which must be able to pass through. Every file inside has its own
    // permissions.
    if (made) await chmod(dataDirectory, 0o711)
    return await realpath(dataDirectory)
  } catch (error) {
    throw unusable(dataDirectory, error)
  }
}

function unusable(dataDirectory: string, error: unknown): StoreError {
  const reason = error instanceof Error ? error.message : 'unknown failure'
  return new StoreError(
    `cannot use DATA_DIR ${dataDirectory} (${reason}): set DATA_DIR to a folder of your own`,
  )
}

/** Checks that a folder is real and owned by one of these users: under /tmp, any user may have created it. */
export async function refuseForeignFolder(folder: string, allowedUids: readonly number[]): Promise<void> {
  const facts = await lstat(folder)
  if (facts.isDirectory() && allowedUids.includes(facts.uid)) return
  throw new StoreError(`${folder} belongs to somebody else: remove it, or set DATA_DIR to another folder`)
}
