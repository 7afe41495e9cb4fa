import { readFileSync } from 'node:fs'
import { runningProcesses } from '../../test/support/processes.ts'

/** Of Linux on every processor that Node runs on. */
const ticksPerSecond = 100

/** CPU seconds of this process and of all processes that it started, also of ended ones. Linux only. */
export function cpuSecondsOfTree(): number {
  const children = Map.groupBy(runningProcesses(), ({ parent }) => parent)
  const ticksOf = (pid: number): number =>
    ownTicks(pid) + (children.get(pid) ?? []).reduce((sum, child) => sum + ticksOf(child.pid), 0)
  return ticksOf(process.pid) / ticksPerSecond
}

/** With the time of ended children, for which their parent has waited. */
function ownTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  } catch {
    return 0 // The process has ended meanwhile.
  }
}
