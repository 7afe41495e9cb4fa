import { type Authenticator, requireRecruiter } from '../accounts/index.ts'
import type { OperationName } from '../contract/index.ts'

/** An authenticated caller, before the operation is known. */
export interface Entrant {
  readonly accountId: string
  /** The operations that its key may call. */
  readonly operations: readonly OperationName[]
}

/**
 * The first checks of a call, for a door that must read a message to learn the operation and must not read
 * one of an unauthenticated caller. Throws unauthorized and recruiter_only. The call itself checks both
 * again, and the scope.
 */
export async function enter(
  deps: { readonly authenticator: Authenticator },
  credential: string | undefined,
): Promise<Entrant> {
  const caller = await deps.authenticator.authenticate(credential)
  requireRecruiter(caller)
  return { accountId: caller.accountId, operations: caller.scopes }
}
