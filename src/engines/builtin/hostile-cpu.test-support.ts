/** What grows with the square of the length takes many seconds; a loaded machine doubles what doesn't. */
const hostileMs = 1000

/** By the CPU of this thread: other work on the machine doesn't lengthen it much. */
export function isQuick(work: () => void): boolean {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000 < hostileMs
}
