import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A process of this machine. */
export interface RunningProcess {
  readonly pid: number
  readonly parent: number
  /** Its program and arguments, separated by a space. */
  readonly command: string
}

/** All processes. On Linux they are read from /proc, so `ps` need not be installed; elsewhere from `ps`. */
export function runningProcesses(): RunningProcess[] {
  return existsSync('/proc/self/stat') ? listedByLinux() : listedByPs()
}

function listedByLinux(): RunningProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return [{ pid: Number(pid), parent, command }]
    } catch {
      return [] // The process has ended meanwhile.
    }
  })
}

function listedByPs(): RunningProcess[] {
  const options = { encoding: 'utf8', maxBuffer: 10_000_000 } as const
  return execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,args='], options)
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, pid, parent, command = '']) => ({ pid: Number(pid), parent: Number(parent), command }))
}
