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

/** What an admission would say, read without placing a hold or taking the key. */

export type Asked = Pick<AdmitRequest, 'accountId' | 'operation' | 'idempotency'>

/** What the key of a call has for an answer; null where it has none, or there is no key. */
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

/** The key's answer, then the refusal of a quota that is used up, in one read. */
export async function precheck(deps: RoundDeps, asked: Asked): Promise<Recalled | QuotaExceeded | null> {
  const { accountId } = asked
  const wish = wishOf(deps.sealer, asked)
  const loaded = await load(deps.database, { ...wantedKey(asked, wish), accounts: [accountId] })
  const known = wish === null ? null : answerOfKey(deps, asked, wish, loaded)
  if (known !== null) return known
  const state = loaded.accounts.get(accountId)
  // Its admission reports an account that has no row.
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
 * The key is hashed without the secret, so that a claim is still found when the secret was replaced, and a
 * retry then fails instead of being charged again. The input's fingerprint is keyed: a short text could be
 * guessed.
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
 * Opened before the inputs are compared: under a replaced secret the fingerprints differ for that reason
 * alone.
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
