import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { BackupError } from './backup-error.ts'

/** Adds one file to the archive. Waits if the disk is slower. */
export type AddFile = (name: string, bytes: Uint8Array) => Promise<void>

/** A file of the archive. Read its body before asking for the next file. */
export interface ArchivedFile {
  readonly name: string
  readonly size: number
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Writes an archive that only its owner may read. Until it is complete and synced to disk it is named
 * `PATH.partial`, which is removed if `fill` fails. Never replaces a file.
 */
export async function writeArchive(path: string, madeAt: Date, fill: (add: AddFile) => Promise<void>) {
  const partial = `${path}.partial`
  await refuseExisting(path)
  let ours = true
  const { readable, controller } = createTarPacker()
  const add: AddFile = async (name, bytes) => {
    const writer = controller.add({ name, size: bytes.length, mtime: madeAt, mode: 0o600 }).getWriter()
    await writer.write(bytes)
    await writer.close()
  }
  const written = pipeline(
    Readable.fromWeb(readable),
    createGzip({ level: constants.Z_BEST_SPEED }),
    createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
  ).catch((error: unknown) => {
    ours = codeOf(error) !== 'EEXIST'
    throw fromSystem(error, partial)
  })
  const filled = fill(add).then(
    () => controller.finalize(),
    (error: unknown) => {
      controller.error(error)
      throw error
    },
  )
  try {
    const [outcome] = await Promise.allSettled([written, filled])
    // The disk's error explains why nothing more could be added.
    if (outcome.status === 'rejected') throw outcome.reason
    await filled
    await rename(partial, path)
    await syncFolder(dirname(path))
  } catch (error) {
    if (ours) await rm(partial, { force: true })
    throw error
  }
}

async function refuseExisting(path: string): Promise<void> {
  const existing = await lstat(path).catch(() => undefined)
  if (existing !== undefined) throw new BackupError(`${path} exists: choose another name, or remove it`)
}

/** A rename is durable only after its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The files of an archive, in order, as they are read. Throws a BackupError if it is damaged. */
export async function* readArchive(path: string): AsyncGenerator<ArchivedFile> {
  const packed = createReadStream(path, { highWaterMark: 256 * 1024 })
  const plain = createGunzip({ chunkSize: 256 * 1024 })
  const decoder = createTarDecoder({ strict: true })
  // An error also reaches the reader of the files.
  const unpacking = pipeline(packed, plain, decoder.writable).catch(() => {})
  try {
    for await (const { header, body } of decoder.readable) {
      yield { name: header.name, size: header.size, body: translated(body, path) }
    }
  } catch (error) {
    throw fromArchive(error, path)
  } finally {
    packed.destroy()
    await unpacking
  }
}

async function* translated(body: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw fromArchive(error, path)
  }
}

function fromArchive(error: unknown, path: string): Error {
  const code = codeOf(error)
  if (code === 'Z_DATA_ERROR') return new BackupError('it is damaged, or no backup of this program')
  if (code === 'Z_BUF_ERROR') return new BackupError('it is cut off: its end is missing')
  if (code !== undefined) return fromSystem(error, path)
  if (asError(error).message.includes('truncated')) return new BackupError('it is cut off')
  return new BackupError('it is damaged, or no backup of this program')
}

/** An error of the operating system, with the path of the archive. */
function fromSystem(error: unknown, path: string): Error {
  const code = codeOf(error)
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'this user may not',
    EEXIST: 'it exists: another backup writes it, or was killed and left it; then remove it',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full for this user',
    EFBIG: 'files may not be that large',
    EROFS: 'the file system is read-only',
  }
  if (code === undefined || !code.startsWith('E') || code.startsWith('ERR_')) return asError(error)
  return new BackupError(`${path}: ${reasons[code] ?? 'the system refused'} (${code})`)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
