import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '../errors.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, ensureRunFolder } from './cluster.ts'
import { fileLock } from './file-lock.ts'
import type { Folders } from './folders.ts'
import { findPipe, freshName, type Hold, takeHold } from './hold.ts'
import { keeperScript } from './keeper-script.ts'
import { clearTheWay, ended, isOurServer, readPidFile } from './postmaster.ts'
import { isAlive } from './processes.ts'
import { chooseStart, type Start, spawnOptions, takeOver } from './server-user.ts'
import { serverArguments, serverEnvironment } from './settings.ts'
import { waitFor } from './wait.ts'

/** Creating the files, or recovering after a crash, may take this long on a slow disk. */
const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000
const startsMax = 25
const logBytesMax = 1_000_000

/** A running embedded server, used by this process and perhaps by others. */
export interface Server {
  readonly pid: number
  /** False if its keeper is dead: then the server is dead too, or will never be stopped. */
  isKept(): boolean
  /** Releases it and, if no other process uses it, waits until it has stopped. */
  leave(): Promise<void>
}

export interface ServerOptions {
  /** Overrides of PostgreSQL's settings, for tests with disposable data. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called with a sentence for the operator when the server must be restarted. */
  readonly notice?: (sentence: string) => void
}

/** Joins the running server of this DATA_DIR, or starts one. One process at a time does this. */
export async function joinOrStart(folders: Folders, options: ServerOptions = {}): Promise<Server> {
  const lock = await fileLock(folders.serverLock, startTimeoutMs)
  if (lock === undefined) {
    throw new StoreError(
      `another process has been starting the database of ${folders.data} for two minutes: stop it`,
    )
  }
  try {
    return (await joinRunning(folders)) ?? (await startServer(folders, options))
  } finally {
    lock.release()
  }
}

async function joinRunning(folders: Folders): Promise<Server | undefined> {
  const pipe = findPipe(folders.run)
  const hold = pipe === undefined ? undefined : await takeHold(pipe)
  if (pipe === undefined || hold === undefined) return undefined
  const pid = await readyPid(folders, () => !existsSync(pipe))
  if (pid !== undefined) return serverOf(hold, pid)
  hold.release()
  return undefined
}

async function startServer(folders: Folders, options: ServerOptions): Promise<Server> {
  const start = await chooseStart(await findBinaries(), folders)
  await clearTheWay(folders.cluster)
  await takeOver(folders, start)
  await ensureCluster(folders, start)
  await ensureRunFolder(folders, start)
  await rotateLog(folders.log)
  for (let attempt = 1; ; attempt += 1) {
    const started = await startOnce(folders, start, options)
    if (typeof started !== 'string') return started
    // Processes of a killed server are still ending; PostgreSQL detects them by their shared memory.
    if (attempt >= startsMax || !started.includes('still in use')) {
      throw new StoreError(`the embedded PostgreSQL did not start; ${folders.log} ends with: ${started}`)
    }
    await sleep(200)
  }
}

/** Returns the server, or the end of its log if it did not start. */
async function startOnce(folders: Folders, start: Start, options: ServerOptions): Promise<Server | string> {
  const stalePid = await clearTheWay(folders.cluster)
  removePipes(folders.run)
  const logStart = (await stat(folders.log).catch(() => undefined))?.size ?? 0
  const pipe = join(folders.run, `keeper-${freshName()}`)
  const command = [
    start.binaries.postgres,
    ...serverArguments(folders.cluster, folders.run, options.settings),
  ]
  const keeper = spawnKeeper(folders, start, [pipe, ...command], stalePid)
  const hold = await waitFor(
    async () => (keeper.ended() ? false : await takeHold(pipe, () => keeper.child.stdin?.end())),
    { timeoutMs: startTimeoutMs, everyMs: 2 },
  )
  const pid = hold ? await readyPid(folders, keeper.ended) : undefined
  if (hold && pid !== undefined) return serverOf(hold, pid)
  if (hold) hold.release()
  keeper.child.stdin?.destroy()
  await ended(keeper.child.pid ?? 0, stopTimeoutMs)
  return (await readFile(folders.log, 'utf8')).slice(logStart).trim().slice(-1_000) || keeper.reason()
}

/** Starts the keeper in its own session, so that no Ctrl-C and no closed terminal reaches the server. */
function spawnKeeper(folders: Folders, start: Start, args: readonly string[], stalePid: number | undefined) {
  const [program, ...before] = [...start.user.prefix, 'sh']
  const log = openSync(folders.log, 'a', 0o600)
  const child = spawn(program ?? 'sh', [...before, '-c', keeperScript, 'recruiter-keeper', ...args], {
    ...spawnOptions(start.user),
    cwd: '/',
    detached: true,
    env: serverEnvironment(stalePid),
    stdio: ['pipe', log, log],
  })
  closeSync(log)
  let reason: string | undefined
  child.once('error', (error) => {
    reason = error.message
  })
  child.once('exit', (code, signalName) => {
    reason ??= `its keeper ended (${code ?? signalName})`
  })
  child.stdin?.on('error', () => {})
  child.unref()
  return { child, ended: () => reason !== undefined, reason: () => reason ?? 'it did not answer in time' }
}

/** Waits until the server accepts connections; undefined once `failed`, or after the time limit. */
async function readyPid(folders: Folders, failed: () => boolean): Promise<number | undefined> {
  const pid = await waitFor(
    async () => {
      const found = await readPidFile(folders.cluster)
      if (found?.ready && (await isOurServer(found.pid, folders.cluster))) return found.pid
      return failed() ? false : undefined
    },
    { timeoutMs: startTimeoutMs, everyMs: 5 },
  )
  return pid === false ? undefined : pid
}

function serverOf(hold: Hold, pid: number): Server {
  return {
    pid,
    isKept: hold.isKept,
    async leave() {
      hold.release()
      const stopped = await waitFor(
        async () => ((await isAlive(pid)) && !(await hold.isHeldByOthers()) ? undefined : true),
        { timeoutMs: stopTimeoutMs, everyMs: 5 },
      )
      if (stopped === undefined)
        throw new StoreError(`the embedded PostgreSQL (process ${pid}) does not stop`)
    },
  }
}

function removePipes(runFolder: string): void {
  for (const name of readdirSync(runFolder)) {
    if (name.startsWith('keeper-')) rmSync(join(runFolder, name), { force: true })
  }
}

/** Keeps one earlier log, so the logs never take more than twice the limit. */
async function rotateLog(log: string): Promise<void> {
  const size = (await stat(log).catch(() => undefined))?.size ?? 0
  if (size > logBytesMax) await rename(log, `${log}.1`)
}
