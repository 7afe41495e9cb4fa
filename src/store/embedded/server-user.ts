import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StoreError } from '../errors.ts'
import { type Binaries, copyBinaries, linkLibraries } from './binaries.ts'
import type { Folders } from './folders.ts'

const run = promisify(execFile)

/** As whom PostgreSQL's programs are started. PostgreSQL refuses to run as root. */
export interface ServerUser {
  /** Goes before the program and its arguments. */
  readonly prefix: readonly string[]
  readonly uid: number
  readonly gid: number
  /** Whether Node itself is to change to uid and gid when it spawns. */
  readonly change: boolean
}

export interface Start {
  readonly user: ServerUser
  readonly binaries: Binaries
}

/** Accounts that exist on nearly every system and own nothing, the best first. */
const candidateNames = ['nobody', 'postgres', 'daemon']

/**
 * Decides as whom, and from which copy of the programs, the server is started: as ourselves, or, when we are
 * root, as another user who can reach both the programs and DATA_DIR. Where a closed folder stands in
 * between (DATA_DIR under /root), the server gets the one capability it needs to pass.
 */
export async function chooseStart(installed: Binaries, folders: Folders): Promise<Start> {
  const linked = await linkLibraries(installed)
  const uid = process.getuid?.() ?? 0
  const owner = await clusterOwner(folders)
  if (uid !== 0) {
    const user = { prefix: [], uid, gid: process.getgid?.() ?? 0, change: false }
    return { user, binaries: linked ? installed : await copyBinaries(installed, folders.data) }
  }
  const plain = { prefix: [], ...(owner ?? (await findAccount())), change: true }
  if (await reaches(plain, folders.data)) {
    const near = linked && (await reaches(plain, installed.postgres))
    return { user: plain, binaries: near ? installed : await copyBinaries(installed, folders.data) }
  }
  const user = await withCapability(plain, folders)
  return { user, binaries: linked ? installed : await copyBinaries(installed, folders.data) }
}

/** Hands a file or folder that we made to the server's user. */
export async function giveTo(user: ServerUser, path: string): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, user.uid, user.gid)
}

/** How to spawn as the server's user. */
export function spawnOptions(user: ServerUser): { uid?: number; gid?: number } {
  return user.change ? { uid: user.uid, gid: user.gid } : {}
}

/** Refuses files that belong to another user (root may run anybody's but its own). */
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

/** An account that exists (initdb looks it up) and that we may become (in a container perhaps not). */
async function findAccount(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of candidateNames) {
    const [, , uid, gid] = lines.find(([account]) => account === name) ?? []
    const account = { uid: Number(uid), gid: Number(gid) }
    if (account.uid > 0 && (await runs('sh', ['-c', ':'], account))) return account
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
