import { isIPv6 } from 'node:net'
import { type AttemptLimit, countAttempt, forgetAttempts } from '../accounts/index.ts'
import type { Clock } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import { consoleFault } from './faults.ts'

/**
 * What slows guessing down: by account, by address, and by both, so that somebody who guesses at an account
 * uses up what is counted of them before what is counted of the account.
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
  // The one answer that tells whether an address has an account: email_taken.
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
 * Counts one attempt for each mark given, from the narrowest on; throws too_many_attempts, with when to come
 * again, at the first that is used up.
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

/** Whoever has one address of IPv6 has 2^64 of them. */
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
