import { runInThisContext } from 'node:vm'
import { limits } from '../../src/contract/index.ts'
import { type Attack, attackText } from './attacks.ts'

export const charactersMax = limits.resumeTextCharactersMax
/** A search that takes more CPU time than this counts as endless. */
export const patienceMs = 2_000
/**
 * On a busy machine a thread waits much longer than it works, so the attempt is repeated with a longer
 * timeout.
 */
const waitsMs = [patienceMs, 4 * patienceMs, 16 * patienceMs]

/**
 * The CPU time of `work` on this thread, which other load on the machine hardly affects. Stopped at
 * `patienceMs`.
 */
export function cpuMs(work: () => void): number {
  for (const timeout of waitsMs) {
    const { ms, ended } = attempt(work, timeout)
    if (ended || ms >= patienceMs * almost) return ended ? ms : patienceMs
  }
  return patienceMs
}

const almost = 0.9
const name = 'patternAtWork'

function attempt(work: () => void, timeout: number): { readonly ms: number; readonly ended: boolean } {
  const before = process.threadCpuUsage()
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  Reflect.set(globalThis, name, work)
  try {
    runInThisContext(`${name}()`, { timeout })
    return { ms: spent(), ended: true }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return { ms: spent(), ended: false }
  }
}

/** The CPU time to find all matches of a pattern in a text. */
function searchMs(pattern: RegExp, text: string): number {
  const all = pattern.global ? pattern : new RegExp(pattern, `${pattern.flags}g`)
  // Compiles the pattern before the clock starts, for texts of narrow and of wide characters.
  for (const some of [text.slice(0, 16), 'a', '一']) all.test(some)
  return cpuMs(() => void text.replace(all, ''))
}

export interface Cost {
  readonly ms: number
  readonly attack: Attack
}

/** The most expensive attack at the maximum text length of a call; undefined if there are none. */
export function worstOf(pattern: RegExp, attacks: readonly Attack[]): Cost | undefined {
  let worst: Cost | undefined
  for (const attack of attacks) {
    const text = attackText(attack, charactersMax)
    const ms = searchMs(pattern, text)
    if (ms <= (worst?.ms ?? -1)) continue
    // Measured again, because a busy machine can double the cost of a search.
    worst = { ms: ms < patienceMs ? Math.min(ms, searchMs(pattern, text)) : ms, attack }
    if (worst.ms >= patienceMs) break
  }
  return worst
}
