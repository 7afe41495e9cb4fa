import { type ArchivedFile, readArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { type BackupSummary, summaryOf } from './create.ts'
import {
  type BackupHeader,
  type BackupManifest,
  decodeHeader,
  decodeManifest,
  documentBytesMax,
  headerName,
  manifestName,
  pieceName,
  type TableSum,
} from './format.ts'
import { createSum, sha256Of } from './sum.ts'

/** Receives the parts of a backup while it is read and checked. */
export interface BackupVisitor {
  /** Before the first table. */
  header(header: BackupHeader): Promise<void>
  /** A piece of a table: whole rows. Read it to its end. */
  piece(table: string, rows: AsyncIterable<Uint8Array>): Promise<void>
}

const noVisitor: BackupVisitor = {
  header: async () => {},
  async piece(_, rows) {
    for await (const _chunk of rows);
  },
}

/** Reads a whole backup and compares it with its manifest. Needs no database. Throws a BackupError. */
export async function readBackup(path: string, visitor: BackupVisitor = noVisitor): Promise<BackupSummary> {
  try {
    return await read(path, visitor)
  } catch (error) {
    throw error instanceof BackupError ? new BackupError(`${path} is not used: ${error.message}`) : error
  }
}

async function read(path: string, visitor: BackupVisitor): Promise<BackupSummary> {
  const files = readArchive(path)
  const first = await files.next()
  if (first.done || first.value.name !== headerName) throw new BackupError('it is no backup of this program')
  const head = await bytesOf(first.value)
  const header = decodeHeader(head)
  await visitor.header(header)
  const tables = tablesOf(header)
  let manifest: BackupManifest | undefined
  for await (const file of files) {
    if (manifest !== undefined) throw new BackupError(`${file.name} comes after its end`)
    if (file.name === manifestName) manifest = decodeManifest(await bytesOf(file))
    else await visitor.piece(tables.next(file.name), tables.summed(file.body))
  }
  if (manifest === undefined) throw new BackupError('it is cut off: its end is missing')
  const sums = tables.end()
  compare(manifest, { headerSha256: sha256Of(head), tables: sums })
  return summaryOf(header, sums)
}

/** Checks that pieces follow the order of the header's tables and of their numbers. */
function tablesOf(header: BackupHeader) {
  const sums: TableSum[] = []
  let piece = 0
  let sum = createSum('')
  const open = (index: number) => {
    sum = createSum(header.tables[index]?.name ?? '')
    piece = 0
  }
  const close = () => {
    sums.push(sum.end())
    open(sums.length)
  }
  open(0)
  return {
    /** The table of this file. */
    next(file: string): string {
      while (sums.length < header.tables.length) {
        const name = header.tables[sums.length]?.name ?? ''
        if (file === pieceName(name, piece + 1)) {
          piece += 1
          return name
        }
        close()
      }
      throw new BackupError(`${file} is not where it should be in it`)
    },
    async *summed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        sum.add(chunk)
        yield chunk
      }
    },
    end(): TableSum[] {
      while (sums.length < header.tables.length) close()
      return sums
    },
  }
}

function compare(expected: BackupManifest, found: BackupManifest): void {
  if (expected.headerSha256 !== found.headerSha256) throw new BackupError('its header was changed')
  if (expected.tables.length !== found.tables.length) throw new BackupError('it lacks tables')
  for (const [index, { name, rows, bytes, sha256 }] of found.tables.entries()) {
    const recorded = expected.tables[index]
    if (
      recorded?.name === name &&
      recorded.rows === rows &&
      recorded.bytes === bytes &&
      recorded.sha256 === sha256
    )
      continue
    const count = recorded?.rows === rows ? '' : ` (${rows} rows of ${recorded?.rows ?? 0})`
    throw new BackupError(`its table ${name} is damaged${count}`)
  }
}

async function bytesOf(file: ArchivedFile): Promise<Uint8Array> {
  if (file.size > documentBytesMax) throw new BackupError(`its ${file.name} is too large to be one`)
  const parts: Uint8Array[] = []
  for await (const chunk of file.body) parts.push(chunk)
  return Buffer.concat(parts)
}
