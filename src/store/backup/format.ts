import { BackupError } from './backup-error.ts'

/**
 * A backup is a gzipped tar: `header.json`, then `tables/NAME/000001.copy` … of each table in an order that
 * can be loaded, then `manifest.json`. The joined pieces of a table are the input of PostgreSQL's COPY.
 */
export const headerName = 'header.json'
export const manifestName = 'manifest.json'
const formatName = 'recruiter-open-api backup'
const formatVersion = 1
/** The size limit of header and manifest, which are read into memory. */
export const documentBytesMax = 4_000_000

export interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

/** The contents of the header, known before the first row is read. */
export interface BackupHeader {
  readonly format: typeof formatName
  readonly formatVersion: typeof formatVersion
  /** When the snapshot was taken, in ISO 8601. */
  readonly madeAt: string
  readonly programVersion: string
  readonly serverVersion: string
  readonly migrations: readonly AppliedMigration[]
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

/** The expected totals of a table. */
export interface TableSum {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

export interface BackupManifest {
  readonly headerSha256: string
  readonly tables: readonly TableSum[]
}

export function makeHeader(facts: Omit<BackupHeader, 'format' | 'formatVersion'>): BackupHeader {
  return { format: formatName, formatVersion, ...facts }
}

export function encode(document: BackupHeader | BackupManifest): Uint8Array {
  return Buffer.from(`${JSON.stringify(document, null, 1)}\n`)
}

export function pieceName(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, '0')}.copy`
}

/** Parses a header, or throws if it is not one of ours. */
export function decodeHeader(bytes: Uint8Array): BackupHeader {
  const found = decode(bytes, headerName)
  if (found.format !== formatName) throw new BackupError('it is no backup of this program')
  if (found.formatVersion !== formatVersion) {
    throw new BackupError(
      `it has format ${String(found.formatVersion)} and this program reads ${formatVersion}: use a newer program`,
    )
  }
  const { madeAt, programVersion, serverVersion, migrations, tables } = found
  const isValid =
    [madeAt, programVersion, serverVersion].every((text) => typeof text === 'string') &&
    isListOf(
      migrations,
      ({ version, name, checksum }) => isCount(version) && isText(name) && isText(checksum),
    ) &&
    isListOf(tables, ({ name, columns }) => isText(name) && Array.isArray(columns) && columns.every(isText))
  if (!isValid) throw damaged(headerName)
  return found as unknown as BackupHeader
}

/** Parses a manifest. */
export function decodeManifest(bytes: Uint8Array): BackupManifest {
  const found = decode(bytes, manifestName)
  const isValid =
    isText(found.headerSha256) &&
    isListOf(
      found.tables,
      ({ name, rows, bytes: size, sha256 }) =>
        isText(name) && isCount(rows) && isCount(size) && isText(sha256),
    )
  if (!isValid) throw damaged(manifestName)
  return found as unknown as BackupManifest
}

function decode(bytes: Uint8Array, name: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    if (typeof found === 'object' && found !== null) return found as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw damaged(name)
}

function damaged(name: string): BackupError {
  return new BackupError(`its ${name} is damaged`)
}

function isListOf(value: unknown, isValid: (item: Readonly<Record<string, unknown>>) => boolean): boolean {
  return (
    Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && isValid(item))
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
