import { pointCents } from '../../contract/index.ts'
import { afterDraws } from './burn.ts'
import type { Answer, WithdrawCommand } from './command.ts'
import { type Draft, entry, settledMoney, takeOver } from './draft.ts'
import { planHolds } from './holds.ts'

/**
 * Takes back points of one grant that are left and that no open hold would draw. It takes the full amount or
 * nothing, so calls that were admitted stay covered.
 */
export function decideWithdraw(draft: Draft, command: WithdrawCommand): Answer {
  const { withdrawalId, grantId, pointCents: amount } = command
  const grant = draft.grants.find((each) => each.grantId === grantId)
  const kept = planHolds(draft.grants, draft.held, draft.order).get(grantId) ?? 0
  const freePointCents = pointCents(grant === undefined ? 0 : grant.remaining - kept)
  if (grant === undefined || amount <= 0 || amount > freePointCents)
    return { kind: 'not_free', freePointCents }

  const draws = [{ grantId, kind: grant.kind, pointCents: pointCents(amount) }]
  takeOver(draft, settledMoney(draft, afterDraws(draft.grants, draws), draft.held))
  draft.entries.push(entry(withdrawalId, grantId, 'withdrawal', amount))
  draft.changed = true
  return { kind: 'withdrawn' }
}
