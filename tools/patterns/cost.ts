import { runInThisContext } from 'node:vm'
import { limits } from '../../src/contract/index.ts'
import { type Attack, attackText } from './attacks.ts'

export const charactersMax = limits.resumeTextCharactersMax
/** What takes longer is as good as endless. */
export const patienceMs = 2_000

/** What `work` costs, by the CPU of this thread: other work on the machine doesn't lengthen it much. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  const name = 'patternAtWork'
  Reflect.set(globalThis, name, work)
  try {
    runInThisContext(`${name}()`, { timeout: patienceMs })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return patienceMs
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** What it costs to find all that a pattern matches in a text. */
function searchMs(pattern: RegExp, text: string): number {
  const all = pattern.global ? pattern : new RegExp(pattern, `${pattern.flags}g`)
  // Compiled before the clock starts, for texts of narrow and of wide characters.
  for (const some of [text.slice(0, 16), 'a', '一']) all.test(some)
  return cpuMs(() => void text.replace(all, ''))
}

export interface Cost {
  readonly ms: number
  readonly attack: Attack
}

/** The attack that costs the most on a text as long as a call may bring; undefined where there are none. */
export function worstOf(pattern: RegExp, attacks: readonly Attack[]): Cost | undefined {
  let worst: Cost | undefined
  for (const attack of attacks) {
    const text = attackText(attack, charactersMax)
    const ms = searchMs(pattern, text)
    if (ms <= (worst?.ms ?? -1)) continue
    // Once more, because a busy machine can double what a search costs.
    worst = { ms: ms < patienceMs ? Math.min(ms, searchMs(pattern, text)) : ms, attack }
    if (worst.ms >= patienceMs) break
  }
  return worst
}
