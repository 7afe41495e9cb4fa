import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runningProcesses } from '../../test/support/processes.ts'

/** Of Linux on every processor that Node runs on. */
const ticksPerSecond = 100

/** CPU time of living processes in seconds; ended processes don't count. Linux only. */
export function cpuSecondsOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    if (!existsSync(`/proc/${pid}/stat`)) return 0
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}

/** The processes of the embedded PostgreSQL of this folder. */
export function postgresOf(dataDirectory: string): readonly number[] {
  const pid = Number.parseInt(readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  const children = runningProcesses().filter(({ parent }) => parent === pid)
  return [pid, ...children.map((child) => child.pid)]
}
