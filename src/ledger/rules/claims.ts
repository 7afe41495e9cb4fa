import type { OperationName } from '../../contract/index.ts'
import type { ClaimAnswer, HashedKey } from './command.ts'
import type { Claim } from './state.ts'

export function claimName(operation: OperationName, keyHash: string): string {
  return `${operation} ${keyHash}`
}

/** How a claim answers a call with its key. Null once the stored reply has passed its retention time. */
export function answerOfClaim(claim: Claim, key: HashedKey, nowMs: number): ClaimAnswer | null {
  const sameInput = claim.fingerprint === key.fingerprint
  if (claim.reply !== null) {
    if (claim.expiresAtMs === null || claim.expiresAtMs <= nowMs) return null
    return { kind: 'stored_reply', reply: claim.reply, replyOf: claim.requestId, sameInput }
  }
  return sameInput ? { kind: 'in_progress' } : { kind: 'key_reused' }
}
