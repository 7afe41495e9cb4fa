import { createHash } from 'node:crypto'
import { internalError, type OperationName } from '../../contract/index.ts'
import type { Sealer } from '../../kit/index.ts'
import type { Queryable } from '../../store/index.ts'
import type { AdmitRequest, QuotaExceeded, Recalled } from '../ledger.ts'
import { answerOfClaim } from '../rules/admit.ts'
import { balanceOf } from '../rules/balance.ts'
import type { Answer, ClaimWish } from '../rules/command.ts'
import type { DecisionContext } from '../rules/context.ts'
import { quotaRefusal } from '../rules/quota.ts'
import { replyContext } from '../seal-contexts.ts'
import { type Loaded, load } from './load.ts'
import { hex } from './sql-arrays.ts'

/** Predicts an admission without placing a hold or taking the key. */

export type Asked = Pick<AdmitRequest, 'accountId' | 'operation' | 'idempotency'>

/** The existing answer for the key of a call; null if there is none, or no key. */
export async function recall(
  from: Queryable,
  sealer: Sealer,
  nowMs: number,
  asked: Asked,
): Promise<Recalled | null> {
  if (asked.idempotency === null) return null
  const wish = claimWish(sealer, asked.operation, asked.idempotency)
  const loaded = await load(from, { accounts: [], requests: [], claims: [claimOf(asked, wish)] })
  return answerOfKey(sealer, nowMs, asked.accountId, wish, loaded)
}

/** The answer for the key, then the quota check, in one read. */
export async function precheck(
  from: Queryable,
  sealer: Sealer,
  context: DecisionContext,
  asked: Asked,
): Promise<Recalled | QuotaExceeded | null> {
  const { accountId, operation, idempotency } = asked
  const wish = idempotency && claimWish(sealer, operation, idempotency)
  const claims = wish === null ? [] : [claimOf(asked, wish)]
  const loaded = await load(from, { accounts: [accountId], requests: [], claims })
  const known = wish && answerOfKey(sealer, context.nowMs, accountId, wish, loaded)
  if (known !== null) return known
  const state = loaded.accounts.get(accountId)
  // An account without a row is reported by its admission.
  return state === undefined ? null : quotaRefusal(balanceOf(state, context).quota)
}

const claimOf = ({ accountId, operation }: Asked, { keyHash }: ClaimWish) => ({
  accountId,
  operation,
  keyHash,
})

function answerOfKey(
  sealer: Sealer,
  nowMs: number,
  accountId: string,
  wish: ClaimWish,
  loaded: Loaded,
): Recalled | null {
  const [claim] = loaded.claims.get(accountId) ?? []
  const answer = claim === undefined ? null : answerOfClaim(claim, wish, nowMs)
  return answer?.kind === 'repeat' ? toReplay(sealer, accountId, answer) : answer
}

/**
 * The key is hashed without the secret, so a claim is still found after the secret was replaced; a retry then
 * fails and is not charged again. The input's fingerprint is keyed, because a short text could be guessed.
 */
export function claimWish(
  sealer: Sealer,
  operation: OperationName,
  { key, fingerprint }: NonNullable<AdmitRequest['idempotency']>,
): ClaimWish {
  return {
    keyHash: createHash('sha256').update(`${operation}\n${key}`).digest('hex'),
    fingerprint: hex(sealer.hmac(fingerprint)),
  }
}

/**
 * The reply is opened before the inputs are compared: under a replaced secret the fingerprints differ in any
 * case.
 */
export function toReplay(
  sealer: Sealer,
  accountId: string,
  answer: Extract<Answer, { kind: 'repeat' }>,
): Recalled {
  const { reply, replyOf, sameInput } = answer
  const opened = reply.sealed ? sealer.open(reply.bytes, replyContext(accountId, replyOf)) : reply.bytes
  if (opened === null) {
    const internal = `the reply of request ${replyOf} does not open: it was sealed under another secret`
    throw internalError('internal', { internal })
  }
  return sameInput ? { kind: 'replay', requestId: replyOf, reply: opened } : { kind: 'key_reused' }
}
