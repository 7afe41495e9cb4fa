import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '../errors.ts'
import { commandOf, isAlive, processIds, signal } from './processes.ts'
import { waitFor } from './wait.ts'

/** The contents of postmaster.pid. */
export interface PidFile {
  readonly pid: number
  readonly ready: boolean
}

/** Reads postmaster.pid; undefined if it is missing or incomplete. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, ready: lines[7]?.trim() === 'ready' }
}

/** Whether this process is a living server of this cluster, and not another one that reused its number. */
export async function isOurServer(pid: number, cluster: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  const command = await commandOf(pid)
  const afterD = command?.[command.indexOf('-D') + 1]
  return (
    command?.includes('-D') === true && (afterD === cluster || command.join(' ').includes(`-D ${cluster} `))
  )
}

/**
 * Ensures that no server of this cluster runs: waits for one that is stopping, and stops one that was left
 * behind. Returns the number in postmaster.pid if it no longer names a server of this cluster.
 */
export async function clearTheWay(cluster: string): Promise<number | undefined> {
  const found = (await readPidFile(cluster)) ?? (await replaceUnreadable(cluster))
  if (found === undefined) return undefined
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!(await isOurServer(found.pid, cluster))) return found.pid
    signal(found.pid, name)
    if (await ended(found.pid, name === 'SIGINT' ? 25_000 : 5_000)) return found.pid
  }
  throw new StoreError(
    `an earlier PostgreSQL (process ${found.pid}) of ${cluster} does not end: stop it, then try again`,
  )
}

/**
 * Removes a postmaster.pid without a valid process number (a full disk or a power cut left it empty or as
 * garbage), because PostgreSQL would refuse to start. If a server of these files runs nevertheless, returns
 * it, so that it is stopped. PostgreSQL itself looks for processes that use the shared memory of the folder.
 */
async function replaceUnreadable(cluster: string): Promise<{ readonly pid: number } | undefined> {
  const path = join(cluster, 'postmaster.pid')
  const text = await readFile(path, 'latin1').catch(() => undefined)
  const number = Number(text?.split('\n')[0])
  // A negative number is that of an operator's single-user server, which PostgreSQL itself respects.
  if (text === undefined || (Number.isInteger(number) && number !== 0)) return undefined
  for (const pid of await processIds()) {
    const [program] = (await commandOf(pid)) ?? []
    // The keeper's command contains the same folder, so the program's name is checked too.
    if (program?.endsWith('/postgres') === true && (await isOurServer(pid, cluster))) return { pid }
  }
  await rm(path, { force: true })
  return undefined
}

/** Waits for a process to end; false if it has not in time. */
export async function ended(pid: number, timeoutMs: number): Promise<boolean> {
  const gone = await waitFor(async () => ((await isAlive(pid)) ? undefined : true), { timeoutMs, everyMs: 5 })
  return gone ?? false
}
