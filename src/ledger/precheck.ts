import { createHash } from 'node:crypto'
import { internalError, type OperationName } from '../contract/index.ts'
import type { Sealer } from '../kit/index.ts'
import { answerOfClaim } from './admit.ts'
import { hex } from './arrays.ts'
import { circumstancesNow, type RoundDeps } from './attempt.ts'
import { balanceOf } from './balance.ts'
import type { Answer, ClaimWish } from './command.ts'
import type { AdmitRequest, QuotaExceeded, Recalled } from './ledger.ts'
import { type Loaded, load } from './load.ts'
import { quotaRefusal } from './quota.ts'
import { replyContext } from './seal-contexts.ts'

/** Predicts an admission without placing a hold or taking the key. */

export type Asked = Pick<AdmitRequest, 'accountId' | 'operation' | 'idempotency'>

/** The existing answer for the key of a call; null if there is none, or no key. */
export async function recall(deps: RoundDeps, asked: Asked): Promise<Recalled | null> {
  const wish = wishOf(deps.sealer, asked)
  if (wish === null) return null
  return answerOfKey(
    deps,
    asked,
    wish,
    await load(deps.database, { ...wantedKey(asked, wish), accounts: [] }),
  )
}

/** The answer for the key, then the quota check, in one read. */
export async function precheck(deps: RoundDeps, asked: Asked): Promise<Recalled | QuotaExceeded | null> {
  const { accountId } = asked
  const wish = wishOf(deps.sealer, asked)
  const loaded = await load(deps.database, { ...wantedKey(asked, wish), accounts: [accountId] })
  const known = wish === null ? null : answerOfKey(deps, asked, wish, loaded)
  if (known !== null) return known
  const state = loaded.accounts.get(accountId)
  // An account without a row is reported by its admission.
  return state === undefined ? null : quotaRefusal(balanceOf(state, circumstancesNow(deps)).quota)
}

const wishOf = (sealer: Sealer, { operation, idempotency }: Asked) =>
  idempotency && claimWish(sealer, operation, idempotency)

function wantedKey({ accountId, operation }: Asked, wish: ClaimWish | null) {
  return { requests: [], claims: wish === null ? [] : [{ accountId, operation, keyHash: wish.keyHash }] }
}

function answerOfKey(
  { sealer, clock }: RoundDeps,
  { accountId }: Asked,
  wish: ClaimWish,
  loaded: Loaded,
): Recalled | null {
  const [claim] = loaded.claims.get(accountId) ?? []
  const answer = claim === undefined ? null : answerOfClaim(claim, wish, clock.now().getTime())
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
