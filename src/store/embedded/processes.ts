import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** True if the process runs; false for a zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!canBeSignalled(pid)) return false
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return canBeSignalled(pid)
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  return state !== 'Z' && state !== 'X'
}

/** The arguments of a process, or undefined if they cannot be read. */
export async function commandOf(pid: number): Promise<readonly string[] | undefined> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (line !== undefined) return line.split('\0')
  const listed = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => undefined)
  return listed?.stdout.trim().split(' ')
}

/** The numbers of all processes. */
export async function processIds(): Promise<readonly number[]> {
  const entries = await readdir('/proc').catch(() => [])
  const pids = entries.filter((name) => /^\d+$/.test(name)).map(Number)
  if (pids.length > 0) return pids
  const listed = await run('ps', ['-A', '-o', 'pid='])
  return listed.stdout.trim().split(/\s+/).map(Number)
}

/** Sends a signal; ignores a process that no longer exists. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
