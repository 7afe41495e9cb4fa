import { closeSync, constants, existsSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { StoreError } from '../errors.ts'
import { isAlive } from './processes.ts'
import { waitFor } from './wait.ts'

/** Keeps the server running until it is released or this process ends. */
export interface Hold {
  /** Releases the server. The keeper stops it if no other process holds it. */
  release(): void
  /** Whether the keeper is alive. */
  isKept(): boolean
  /** Whether another living process holds the server too. */
  isHeldByOthers(): Promise<boolean>
}

const pipeName = /^keeper-[0-9-]+$/
let holdsMade = 0

/** A name for a pipe or a holder that no living process uses. */
export function freshName(): string {
  holdsMade += 1
  return `${process.pid}-${threadId}-${holdsMade}`
}

/** The pipe of the keeper in this run folder, running or not. */
export function findPipe(runFolder: string): string | undefined {
  const entries = existsSync(runFolder) ? readdirSync(runFolder) : []
  const name = entries.find((entry) => pipeName.test(entry))
  return name === undefined ? undefined : join(runFolder, name)
}

/** Whether a keeper reads from this pipe. */
function isKept(pipe: string): boolean {
  const descriptor = openPipe(pipe)
  if (descriptor !== undefined) closeSync(descriptor)
  return descriptor !== undefined
}

/**
 * Joins the users of a running server; undefined if its keeper is gone or stopping. `opened` is called when
 * we have the pipe open, from which point the keeper counts us.
 */
export async function takeHold(pipe: string, opened: () => void = () => {}): Promise<Hold | undefined> {
  const descriptor = openPipe(pipe)
  if (descriptor === undefined) return undefined
  opened()
  const name = freshName()
  const answer = `${pipe}.${name}`
  rmSync(answer, { force: true })
  if (!writeName(descriptor, name)) return letGo(descriptor)
  const answered = await waitFor(() => (existsSync(answer) ? true : existsSync(pipe) ? undefined : false), {
    timeoutMs: 10_000,
    everyMs: 2,
  })
  if (answered === true) return holdOf(pipe, answer, descriptor)
  letGo(descriptor)
  if (answered === false) return undefined
  throw new StoreError(
    `the keeper of the embedded database does not answer (${pipe}): stop its process, then try again`,
  )
}

function holdOf(pipe: string, answer: string, descriptor: number): Hold {
  let open = true
  return {
    release() {
      if (!open) return
      open = false
      rmSync(answer, { force: true })
      letGo(descriptor)
    },
    isKept: () => isKept(pipe),
    isHeldByOthers: () => isHeld(pipe, answer),
  }
}

/** Answers to dead holders remain, so check whether each process is alive. */
async function isHeld(pipe: string, ownAnswer: string): Promise<boolean> {
  const folder = join(pipe, '..')
  for (const entry of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, entry)
    if (!path.startsWith(`${pipe}.`) || path === ownAnswer) continue
    const pid = Number(path.slice(pipe.length + 1).split('-')[0])
    if (await isAlive(pid)) return true
  }
  return false
}

/** A non-blocking open for writing fails without a reader (ENXIO): the keeper is gone. */
function openPipe(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENXIO' || code === 'ENOENT') return undefined
    throw error
  }
}

function writeName(descriptor: number, name: string): boolean {
  try {
    writeSync(descriptor, `${name}\n`)
    return true
  } catch {
    return false
  }
}

function letGo(descriptor: number): undefined {
  closeSync(descriptor)
}
