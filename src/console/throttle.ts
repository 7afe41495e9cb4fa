import { isIPv6 } from 'node:net'
import { type AttemptLimit, countAttempt, forgetAttempts } from '../accounts/index.ts'
import type { Clock } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import { consoleFault } from './faults.ts'

/**
 * Limits on guessing passwords: per account and address together, per account, and per address. The
 * narrowest limit counts first, so an attacker uses up their own limit before the account's.
 */
interface Limit {
  readonly burst: number
  readonly everyMs: number
}

const minuteMs = 60_000
const limits = {
  signInAtAccountFromAddress: { burst: 10, everyMs: minuteMs },
  signInAtAccount: { burst: 50, everyMs: 2 * minuteMs },
  signInFromAddress: { burst: 100, everyMs: 6_000 },
  // email_taken is the only answer that reveals whether an address has an account.
  signUpFromAddress: { burst: 20, everyMs: 3 * minuteMs },
  signUpAtAccount: { burst: 5, everyMs: 10 * minuteMs },
  forgotAtAccount: { burst: 3, everyMs: 20 * minuteMs },
  forgotFromAddress: { burst: 20, everyMs: 3 * minuteMs },
  resetFromAddress: { burst: 30, everyMs: minuteMs },
  changeAtAccount: { burst: 10, everyMs: minuteMs },
  drawAtAccount: { burst: 30, everyMs: 3_000 },
  payAtAccount: { burst: 10, everyMs: minuteMs },
  redeemAtAccount: { burst: 10, everyMs: minuteMs },
  redeemFromAddress: { burst: 50, everyMs: minuteMs },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/**
 * Counts one attempt against each of the given limits, narrowest first. At the first exhausted limit throws
 * too_many_attempts with the time to wait.
 */
export async function throttle(
  deps: { readonly store: Database; readonly clock: Clock },
  marks: Readonly<Partial<Record<LimitName, string>>>,
): Promise<void> {
  for (const [name, mark] of Object.entries(marks)) {
    const limit: AttemptLimit = { name, mark, ...limits[name as LimitName] }
    const waitSeconds = await countAttempt(deps.store, deps.clock, limit)
    if (waitSeconds !== null) throw consoleFault('too_many_attempts', { retryAfterSeconds: waitSeconds })
  }
  await forgetAttempts(deps.store, deps.clock)
}

/** One IPv6 customer usually has 2^64 addresses. */
export function addressMark(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = head.split(':').filter((group) => group !== '')
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...new Array<string>(zeros).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
