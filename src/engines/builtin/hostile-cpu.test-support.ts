/** Quadratic work takes many seconds. Linear work stays below this limit even on a loaded machine. */
const hostileMs = 1000

/** Measures the CPU time of this thread, which other work on the machine hardly affects. */
export function isQuick(work: () => void): boolean {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 < hostileMs
}
