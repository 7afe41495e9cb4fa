import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '../errors.ts'
import { type Folders, refuseForeignFolder } from './folders.ts'
import { giveCluster, giveTo, type Start, spawnOptions } from './server-user.ts'
import { databaseName, role, serverEnvironment } from './settings.ts'

const makeTimeoutMs = 120_000

/**
 * Creates the database files unless they exist. They are created under another name and renamed when
 * complete, so a killed process leaves nothing half-made. Call it under the server lock.
 */
export async function ensureCluster(folders: Folders, start: Start): Promise<void> {
  await removeIncomplete(folders)
  const major = await readFile(join(folders.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (major !== undefined) return refuseOtherMajor(folders, start, major.trim())
  const half = `${folders.cluster}.new-${process.pid}`
  const files = join(half, 'files')
  const { user, maker } = start
  // Only the group may enter: the folder is closed to other processes of the maker's account.
  await mkdir(half, { mode: 0o710 })
  if (process.getuid?.() === 0) await chown(half, 0, user.gid)
  await mkdir(files, { mode: 0o700 })
  await giveTo(maker, files)
  await initialise(files, start)
  await createDatabase(files, start)
  await giveCluster(user, files)
  await rename(files, folders.cluster)
  await rm(half, { recursive: true, force: true })
}

/** UTF-8 with PostgreSQL's own C.UTF-8: no locale of the machine, no ICU, the same order everywhere. */
async function initialise(folder: string, start: Start): Promise<void> {
  const locale = ['--no-locale', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const trust = ['--auth-local=trust', '--auth-host=reject']
  await runAs(start, start.binaries.initdb, ['-D', folder, '-U', 'postgres', ...locale, ...trust])
}

/** The program's role owns its database and is no superuser; CREATEDB is for tests and restores. */
async function createDatabase(folder: string, start: Start): Promise<void> {
  const statements = `create role ${role} login createdb;\ncreate database ${databaseName} owner ${role};\n`
  const args = ['--single', '-D', folder, '-c', 'exit_on_error=on', 'postgres']
  await runAs(start, start.binaries.postgres, args, statements)
}

async function removeIncomplete(folders: Folders): Promise<void> {
  const prefix = `${basename(folders.cluster)}.new-`
  for (const name of await readdir(dirname(folders.cluster))) {
    if (!name.startsWith(prefix)) continue
    // An initdb whose process was killed may still be writing there for a moment.
    await rm(join(folders.data, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

function refuseOtherMajor(folders: Folders, start: Start, major: string): void {
  const ours = start.binaries.version.split('.')[0]
  if (major === ours) return
  throw new StoreError(
    `${folders.cluster} was made by PostgreSQL ${major} and this version brings ${ours}: ` +
      'run "backup create" with the earlier version and "backup restore" with this one, into a fresh DATA_DIR',
  )
}

async function runAs(start: Start, program: string, args: string[], input = ''): Promise<void> {
  const [command, ...before] = [...start.maker.prefix, program]
  const child = spawn(command ?? program, [...before, ...args], {
    ...spawnOptions(start.maker),
    cwd: '/',
    env: serverEnvironment(undefined),
    timeout: makeTimeoutMs,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-2_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (exitCode, signalName) => resolve(exitCode ?? signalName ?? 'unknown'))
  })
  if (code === 0) return
  throw new StoreError(`${basename(program)} failed (${code}) while making the database: ${output.trim()}`)
}

/** Creates the folder of the socket, accessible only to the server's user. */
export async function ensureRunFolder(folders: Folders, start: Start): Promise<void> {
  const owner = await stat(folders.run).catch(() => undefined)
  // Inside DATA_DIR the folder belongs to an earlier database: a restored one has another user.
  const isStale = process.getuid?.() === 0 && owner !== undefined && owner.uid !== start.user.uid
  if (isStale && dirname(folders.run) === folders.data) await rm(folders.run, { recursive: true })
  await mkdir(folders.run, { recursive: true, mode: 0o700 })
  await refuseForeignFolder(folders.run, [start.user.uid, process.getuid?.() ?? 0])
  await giveTo(start.user, folders.run)
  await chmod(folders.run, 0o700)
}
