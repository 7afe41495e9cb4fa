import { type Criterion, isTimeoutFault, limits } from '../contract/index.ts'
import { errorFields, untilAborted, WaitedTooLong, withinLimits } from '../kit/index.ts'
import type { Claim } from './batches.ts'
import type { Deps } from './deps.ts'
import { type ItemEnd, type Recorded, recordItem, retryItem, returnToQueue } from './record-item.ts'
import { sealedFields } from './sealed.ts'
import { settleBatch } from './settle.ts'
import { afterFailure } from './state.ts'
import { tagsOf } from './tags.ts'
import { writeWait } from './write-slots.ts'

/**
 * Processes one candidate: opens the text in memory, matches it outside of any transaction, and stores the
 * result while replacing the text with the placeholder. The process that ends the last candidate settles the
 * batch.
 */
export async function processItem(deps: Deps, claim: Claim, stopping: AbortSignal): Promise<void> {
  const startedMs = deps.clock.monotonicMs()
  const work = await workOn(deps, claim, stopping)
  const write = () => recordOutcome(deps, claim, work, startedMs)
  await deps.writeSlots.run(claim.accountId, writeWait, write)
}

async function recordOutcome(deps: Deps, claim: Claim, work: Work, startedMs: number): Promise<void> {
  if (work.kind === 'stopped') {
    await returnToQueue(deps, claim, 'handed_back')
    return
  }
  const attempts = claim.attempts + 1
  const next = work.kind === 'failed' ? afterFailure(attempts, work.how) : null
  if (next?.kind === 'retry') {
    await retryItem(deps, claim, { attempts, delayMs: next.delayMs })
    return
  }
  const end: ItemEnd = work.kind === 'failed' ? { kind: 'failed', failure: 'engine', attempts } : work
  const recorded = await recordItem(deps, claim, end)
  if (recorded.kind === 'lost') return
  deps.metrics.candidateEnded({ outcome: end.kind, seconds: (deps.clock.monotonicMs() - startedMs) / 1000 })
  await settleIfLast(deps, claim, recorded)
}

export async function settleIfLast(
  deps: Deps,
  { accountId, batchId }: { readonly accountId: string; readonly batchId: string },
  recorded: Recorded,
): Promise<void> {
  if (recorded.kind === 'recorded' && recorded.openItems === 0) await settleBatch(deps, accountId, batchId)
}

type Work =
  | Extract<ItemEnd, { kind: 'scored' }>
  | { readonly kind: 'failed'; readonly how: 'error' | 'timeout' }
  | { readonly kind: 'stopped' }

/**
 * Matches in the account's fair share and within the engine's time limit. Never rejects because of the
 * engine.
 */
async function workOn(deps: Deps, claim: Claim, stopping: AbortSignal): Promise<Work> {
  const { sealed, engine, log } = deps
  const name = { batchId: claim.batchId, position: claim.position, attempt: claim.attempts + 1 }
  const resumeText = sealed.openText(claim.resumeSealed, sealedFields.resume(claim))
  const jdText = sealed.openText(claim.jdSealed, sealedFields.jd(claim))
  const given = claim.criteriaSealed
  const criteria =
    given === null ? undefined : sealed.openJson<readonly Criterion[]>(given, sealedFields.criteria(claim))
  if (resumeText === null || jdText === null || criteria === null) {
    log.error(name, 'a candidate was sealed under another key: is DATA_KEY the same everywhere?')
    return { kind: 'failed', how: 'error' }
  }
  const { engineTimeoutMs: workMs, queueWaitMaxMs: waitMs } = limits
  const within = { key: claim.accountId, workMs, waitMs, clock: deps.clock }
  try {
    const input = { resumeText, jdText, ...(criteria && { criteria }) }
    const { data, usage, unroundedScore, recommended } = await withinLimits(within, (late, owner) => {
      const signal = AbortSignal.any([stopping, late])
      return untilAborted(engine.match(input, signal, owner), signal)
    })
    const { recommendation, strengths, gaps, requirements, warnings, confidence } = data
    const judged = confidence === undefined ? {} : { confidence }
    const said = { recommendation, recommended, strengths, gaps, requirements, warnings, ...judged }
    const result = { ...tagsOf(data, claim.language), ...said }
    const resultSealed = sealed.sealJson(result, sealedFields.result(claim))
    return { kind: 'scored', score: unroundedScore, resultSealed, usage }
  } catch (error) {
    if (stopping.aborted) return { kind: 'stopped' }
    log.warn({ ...name, ...errorFields(error) }, 'the engine failed a candidate')
    return { kind: 'failed', how: isTimeout(error) ? 'timeout' : 'error' }
  }
}

/** Whether the engine's or the work's time limit was reached. Waiting for a slot does not count. */
function isTimeout(error: unknown): boolean {
  if (error instanceof WaitedTooLong) return false
  return isTimeoutFault(error) || (error instanceof Error && error.name === 'TimeoutError')
}
