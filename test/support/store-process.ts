import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, cp, lchown, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { runningProcesses } from './processes.ts'

const script = fileURLToPath(new URL('./store-child.ts', import.meta.url))

/** A child process with the store open; see store-child.ts. */
export interface StoreProcess {
  readonly pid: number
  /** Its first line: `ready`, or `refused` and the reason. */
  readonly greeting: string
  /** Sends a word and waits for the line that answers it. */
  ask(word: 'add' | 'count' | 'close'): Promise<string>
  /** The next line that doesn't answer a word. */
  nextLine(): Promise<string>
  kill(signal: NodeJS.Signals): Promise<void>
}

const running = new Set<ChildProcess>()

/** Starts a process in its own process group and waits for its first line. */
export async function startStoreProcess(
  dataDirectory: string,
  role: 'service' | 'tool',
): Promise<StoreProcess> {
  const { child, nextLine, ended } = launch(dataDirectory, role)
  const greeting = await nextLine()
  return {
    pid: child.pid ?? 0,
    greeting,
    nextLine,
    async ask(word) {
      child.stdin?.write(`${word}\n`)
      const answer = await nextLine()
      if (word === 'close') await ended
      return answer
    },
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}

/** Starts a process without waiting until it is ready, for killing it during the start. */
export function launch(dataDirectory: string, role: 'service' | 'tool') {
  const child = spawn(process.execPath, [script, dataDirectory, role], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.add(child)
  child.stdin.on('error', () => {})
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void ended.then(() => running.delete(child))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => String((await lines.next()).value ?? 'ended without a word')
  return { child, nextLine, ended }
}

/** Ends the processes that a failed test left behind. */
export function killStoreProcesses(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** The ids of processes whose command line contains the folder: servers and keepers, not our own children. */
export function serverProcesses(dataDirectory: string): number[] {
  const own = new Set([process.pid, ...[...running].map((child) => child.pid)])
  return runningProcesses()
    .filter(({ pid, command }) => command.includes(`${dataDirectory}/`) && !own.has(pid))
    .map(({ pid }) => pid)
}

/**
 * Waits until no server process of the folder is left. Returns the ids of those that remain after ten
 * seconds.
 */
export async function serversLeft(dataDirectory: string): Promise<number[]> {
  for (let tries = 0; tries < 200 && serverProcesses(dataDirectory).length > 0; tries += 1) await sleep(50)
  return serverProcesses(dataDirectory)
}

/** Data folders for the tests of a file. Their processes end after each test. */
export function useDataFolders() {
  let folders: Awaited<ReturnType<typeof dataFolders>>
  beforeAll(async () => {
    folders = await dataFolders()
  })
  afterEach(killStoreProcesses)
  afterAll(() => folders.remove())
  return {
    /** The parent folder. */
    get base() {
      return folders.base
    },
    make: () => folders.make(),
  }
}

/** The parent of data folders of one test file, and one prepared cluster that is copied for each of them. */
export async function dataFolders() {
  const base = await mkdtemp(join(tmpdir(), 'recruiter-store-'))
  await chmod(base, 0o711)
  const first = join(base, 'first')
  const maker = await startStoreProcess(first, 'tool')
  if (maker.greeting !== 'ready') throw new Error(maker.greeting)
  await maker.ask('close')
  let made = 0
  return {
    base,
    /** A folder with an empty database that has been stopped properly. */
    async make(): Promise<string> {
      made += 1
      const folder = join(base, `data-${made}`)
      await copyWithOwners(first, folder)
      return folder
    },
    remove: () => rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

/** Copies like `cp -a`: if root started the server, its files belong to another user. */
async function copyWithOwners(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  for (const name of ['', ...(await readdir(from, { recursive: true }))]) {
    const { uid, gid } = await lstat(join(from, name))
    await lchown(join(to, name), uid, gid)
  }
}
