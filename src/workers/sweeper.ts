import type { Clock, Log } from '../kit/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { type Loop, startLoop } from './loop.ts'

const sweepEveryMs = 10_000

/**
 * Runs the ledger's sweep: releases holds of dead calls, frees keys after their retention time, expires
 * grants.
 */
export function startSweeper(deps: {
  readonly ledger: Ledger
  readonly log: Log
  readonly clock: Clock
}): Loop {
  const sweep = async () => {
    const { holdsReleased, claimsDeleted, grantsExpired } = await deps.ledger.sweep()
    const done = holdsReleased + claimsDeleted + grantsExpired
    if (done > 0) deps.log.info({ holdsReleased, claimsDeleted, grantsExpired }, 'swept the ledger')
    return done > 0
  }
  return startLoop('sweeper', sweepEveryMs, sweep, deps)
}
