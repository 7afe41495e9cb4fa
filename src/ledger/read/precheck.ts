import { createHash } from 'node:crypto'
import { internalError, type OperationName } from '../../contract/index.ts'
import type { Sealer } from '../../kit/index.ts'
import type { Queryable } from '../../store/index.ts'
import type { AdmitRequest, KeyOutcome, QuotaExceeded } from '../ledger.ts'
import { balanceOf } from '../rules/balance.ts'
import { answerOfClaim } from '../rules/claims.ts'
import type { Answer, HashedKey } from '../rules/command.ts'
import type { DecisionContext } from '../rules/context.ts'
import { quotaRefusal } from '../rules/quota.ts'
import { replyContext } from '../seal-contexts.ts'
import { type Loaded, load } from './load.ts'
import { hex } from './sql-arrays.ts'

/** Predicts an admission without placing a hold or taking the key. */

export type Asked = Pick<AdmitRequest, 'accountId' | 'operation' | 'idempotency'>

/** The existing answer for the key of a call; null if there is none, or no key. */
export async function checkKey(
  from: Queryable,
  sealer: Sealer,
  nowMs: number,
  asked: Asked,
): Promise<KeyOutcome | null> {
  if (asked.idempotency === null) return null
  const key = hashKey(sealer, asked.operation, asked.idempotency)
  const loaded = await load(from, { accounts: [], requests: [], claims: [claimOf(asked, key)] })
  return answerOfKey(sealer, nowMs, asked.accountId, key, loaded)
}

/** The answer for the key, then the quota check, in one read. */
export async function precheck(
  from: Queryable,
  sealer: Sealer,
  context: DecisionContext,
  asked: Asked,
): Promise<KeyOutcome | QuotaExceeded | null> {
  const { accountId, operation, idempotency } = asked
  const key = idempotency && hashKey(sealer, operation, idempotency)
  const claims = key === null ? [] : [claimOf(asked, key)]
  const loaded = await load(from, { accounts: [accountId], requests: [], claims })
  const known = key && answerOfKey(sealer, context.nowMs, accountId, key, loaded)
  if (known !== null) return known
  const state = loaded.accounts.get(accountId)
  // An account without a row is reported by its admission.
  return state === undefined ? null : quotaRefusal(balanceOf(state, context).quota)
}

const claimOf = ({ accountId, operation }: Asked, { keyHash }: HashedKey) => ({
  accountId,
  operation,
  keyHash,
})

function answerOfKey(
  sealer: Sealer,
  nowMs: number,
  accountId: string,
  key: HashedKey,
  loaded: Loaded,
): KeyOutcome | null {
  const [claim] = loaded.claims.get(accountId) ?? []
  const answer = claim === undefined ? null : answerOfClaim(claim, key, nowMs)
  return answer?.kind === 'stored_reply' ? toReplay(sealer, accountId, answer) : answer
}

/**
 * The key is hashed without the secret, so a claim is still found after the secret was replaced; a retry then
 * fails and is not charged again. The input's fingerprint is keyed, because a short text could be guessed.
 */
export function hashKey(
  sealer: Sealer,
  operation: OperationName,
  { key, fingerprint }: NonNullable<AdmitRequest['idempotency']>,
): HashedKey {
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
  answer: Extract<Answer, { kind: 'stored_reply' }>,
): KeyOutcome {
  const { reply, replyOf, sameInput } = answer
  const opened = reply.sealed ? sealer.open(reply.bytes, replyContext(accountId, replyOf)) : reply.bytes
  if (opened === null) {
    const internal = `the reply of request ${replyOf} does not open: it was sealed under another secret`
    throw internalError('internal', { internal })
  }
  return sameInput ? { kind: 'replay', requestId: replyOf, reply: opened } : { kind: 'key_reused' }
}
