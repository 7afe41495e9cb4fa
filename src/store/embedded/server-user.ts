import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, lchown, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StoreError } from '../errors.ts'
import { type Binaries, copyBinaries, linkLibraries } from './binaries.ts'
import type { Folders } from './folders.ts'

const run = promisify(execFile)

/** The user that runs PostgreSQL's programs. PostgreSQL refuses to run as root. */
export interface ServerUser {
  /** Precedes the program and its arguments. */
  readonly prefix: readonly string[]
  readonly uid: number
  readonly gid: number
  /** Whether Node itself changes to uid and gid when it spawns. */
  readonly change: boolean
}

export interface Start {
  readonly user: ServerUser
  /** Creates the files: initdb works only for a user with an account. */
  readonly maker: ServerUser
  readonly binaries: Binaries
}

/** Accounts that exist on nearly every system and own nothing, in order of preference. */
const candidateNames = ['nobody', 'postgres', 'daemon']
/** Those that other programs also run as. */
const sharedNames = ['nobody', 'daemon']

/**
 * Decides which user runs the server, from which copy of the programs: this user, or, for root, a dedicated
 * user. No other program runs as that user; one that did could read the files and enter the socket, which
 * trusts its peers. If a closed folder is on the path (DATA_DIR under /root), the server gets the one
 * capability it needs to pass.
 */
export async function chooseStart(installed: Binaries, folders: Folders): Promise<Start> {
  const linked = await linkLibraries(installed)
  const uid = process.getuid?.() ?? 0
  if (uid !== 0) {
    const user = { prefix: [], uid, gid: process.getgid?.() ?? 0, change: false }
    return { user, maker: user, binaries: linked ? installed : await copyBinaries(installed, folders.data) }
  }
  const owner = await clusterOwner(folders)
  const isOwn = owner !== undefined && !(await isShared(owner.uid))
  const plain = { prefix: [], ...(isOwn ? owner : await findOwnUser(folders)), change: true }
  const user = await withAccess(plain, folders)
  const maker =
    owner === undefined ? await withAccess({ ...plain, uid: (await findAccount()).uid }, folders) : user
  const near = linked && (user.prefix.length > 0 || (await reaches(plain, installed.postgres)))
  return { user, maker, binaries: near ? installed : await copyBinaries(installed, folders.data) }
}

/** Without changes if it reaches DATA_DIR, else with the capability to do so. */
async function withAccess(plain: ServerUser, folders: Folders): Promise<ServerUser> {
  return (await reaches(plain, folders.data)) ? plain : await withCapability(plain, folders)
}

/** Changes owner last, so its owner shows whether the handover was completed. */
const lastGiven = 'PG_VERSION'

/** Gives the files of a cluster to the server's user: links themselves, not their targets. */
export async function giveCluster(user: ServerUser, cluster: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const last = join(cluster, lastGiven)
  const give = async (folder: string): Promise<void> => {
    await lchown(folder, user.uid, user.gid)
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await give(path)
      else if (path !== last) await lchown(path, user.uid, user.gid)
    }
  }
  await give(cluster)
  await lchown(last, user.uid, user.gid)
}

/**
 * Gives files that an earlier version ran under a shared account (nobody) to the server's own user. The
 * folder changes owner first, which closes it to that account. Call it under the server lock, while no server
 * runs.
 */
export async function takeOver(folders: Folders, { user }: Start): Promise<void> {
  const owner = await stat(join(folders.cluster, lastGiven)).catch(() => undefined)
  if (process.getuid?.() !== 0 || owner === undefined || owner.uid === user.uid) return
  await rm(folders.run, { recursive: true, force: true })
  await giveCluster(user, folders.cluster)
}

/** Gives a file or folder that we created to the server's user. */
export async function giveTo(user: ServerUser, path: string): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, user.uid, user.gid)
}

/** The options to spawn as the server's user. */
export function spawnOptions(user: ServerUser): { uid?: number; gid?: number } {
  return user.change ? { uid: user.uid, gid: user.gid } : {}
}

/** Refuses files of another user (root may run those of any user except its own). */
export async function refuseForeignCluster(folders: Folders): Promise<void> {
  const owner = await clusterOwner(folders)
  const uid = process.getuid?.() ?? 0
  if (owner === undefined) return
  if (uid === 0 ? owner.uid !== 0 : owner.uid === uid) return
  throw new StoreError(
    `${folders.cluster} belongs to user ${owner.uid} and we are user ${uid}: start as root or as that user, ` +
      'change its owner, or set DATA_DIR to another folder',
  )
}

async function clusterOwner(folders: Folders): Promise<{ uid: number; gid: number } | undefined> {
  const facts = await stat(folders.cluster).catch(() => undefined)
  return facts === undefined ? undefined : { uid: facts.uid, gid: facts.gid }
}

/** Numbers that Linux distributions and systemd leave unused. A container maps them like `nobody`. */
const ownUidFirst = 60_578
const ownUids = 606

/** A user without an account, derived from the folder, so no other program has its number. */
async function findOwnUser({ data }: Folders): Promise<{ uid: number; gid: number }> {
  const taken = [...(await readAccounts('/etc/passwd')), ...(await readAccounts('/etc/group'))]
  const start = createHash('sha256').update(data).digest().readUInt32BE() % ownUids
  const free = Array.from({ length: ownUids }, (_, index) => ownUidFirst + ((start + index) % ownUids)).find(
    (id) => !taken.some((account) => account.id === id),
  )
  const user = { uid: free ?? 0, gid: free ?? 0 }
  if (free !== undefined && (await runs('sh', ['-c', ':'], user))) return user
  throw new StoreError(
    `PostgreSQL refuses to run as root, and no user of its own can be used instead (${free ?? 'none is free'}): ` +
      'start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own',
  )
}

interface Account {
  readonly name: string
  readonly id: number
  readonly gid: number
}

async function readAccounts(file: '/etc/passwd' | '/etc/group'): Promise<readonly Account[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , id, gid]) => ({ name, id: Number(id), gid: Number(gid) }))
}

async function isShared(uid: number): Promise<boolean> {
  return (await readAccounts('/etc/passwd')).some(({ name, id }) => id === uid && sharedNames.includes(name))
}

/** An account that exists (initdb looks it up) and that we may become (in a container perhaps not). */
async function findAccount(): Promise<{ uid: number; gid: number }> {
  const accounts = await readAccounts('/etc/passwd')
  for (const name of candidateNames) {
    const { id: uid, gid } = accounts.find((account) => account.name === name) ?? { id: 0, gid: 0 }
    if (uid > 0 && (await runs('sh', ['-c', ':'], { uid, gid }))) return { uid, gid }
  }
  throw new StoreError(
    `PostgreSQL refuses to run as root, and none of the users ${candidateNames.join(', ')} can be used instead: ` +
      'start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own',
  )
}

async function reaches(user: ServerUser, path: string): Promise<boolean> {
  const [program, ...before] = [...user.prefix, 'sh']
  const script = 'if test -d "$1"; then cd "$1"; else test -r "$1" && test -x "$1"; fi'
  return await runs(program ?? 'sh', [...before, '-c', script, 'sh', path], spawnOptions(user))
}

/** Part of util-linux, which nearly every system has; its folder need not be on PATH. */
const setprivPlaces = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/sbin/setpriv', '/sbin/setpriv']

async function withCapability(plain: ServerUser, folders: Folders): Promise<ServerUser> {
  const setpriv = setprivPlaces.find((place) => existsSync(place)) ?? 'setpriv'
  for (const capability of ['dac_read_search', 'dac_override']) {
    const capabilities = ['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`]
    const identity = ['--reuid', String(plain.uid), '--regid', String(plain.gid), '--clear-groups']
    // Without this bit access(), with which initdb looks for `postgres`, would ignore the capability.
    const lasting = ['--securebits', '+no_setuid_fixup']
    const user = {
      ...plain,
      prefix: [setpriv, ...identity, ...capabilities, ...lasting, '--'],
      change: false,
    }
    if (await reaches(user, folders.data)) return user
  }
  throw new StoreError(
    `root cannot run PostgreSQL, and the user it would run as (${plain.uid}) cannot reach ${folders.data}: set ` +
      'DATA_DIR to a folder outside closed ones (such as /var/lib/recruiter-open-api), or install setpriv (util-linux)',
  )
}

async function runs(program: string, args: string[], as: { uid?: number; gid?: number }): Promise<boolean> {
  try {
    await run(program, args, { ...as, cwd: '/', timeout: 10_000 })
    return true
  } catch {
    return false
  }
}
