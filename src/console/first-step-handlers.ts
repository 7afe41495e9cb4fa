import { noteFirstSteps, readFirstSteps } from '../accounts/index.ts'
import type { ConsoleDeps } from './deps.ts'
import type { Handlers } from './request.ts'

/** The checklist of first steps. Steps that the ledger shows as done are ticked automatically. */
export function firstStepHandlers({
  store,
  clock,
  ledger,
}: ConsoleDeps): Handlers<'readFirstSteps' | 'noteFirstStep'> {
  return {
    async readFirstSteps({ actor: { accountId } }) {
      const noted = await readFirstSteps(store, accountId)
      if ((noted.resume_tried && noted.called) || noted.dismissed) return noted
      const { tried, called } = await ledger.firstCalls(accountId)
      // Store the step, so that the ledger isn't queried again.
      const found = [
        ...(tried && !noted.resume_tried ? (['resume_tried'] as const) : []),
        ...(called && !noted.called ? (['called'] as const) : []),
      ]
      await noteFirstSteps(store, clock, accountId, found)
      return { ...noted, resume_tried: noted.resume_tried || tried, called: noted.called || called }
    },
    async noteFirstStep({ actor, body }) {
      await noteFirstSteps(store, clock, actor.accountId, [body.step])
    },
  }
}
