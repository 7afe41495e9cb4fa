import { type Authenticator, requireRecruiter } from '../accounts/index.ts'
import type { OperationName } from '../contract/index.ts'

/** Somebody who may come in, before it is known what for. */
export interface Entrant {
  readonly accountId: string
  /** The operations that its key may call. */
  readonly operations: readonly OperationName[]
}

/**
 * The first checks of a call, for a door that must read a message to learn which operation is called, and
 * reads nothing of a stranger's. Throws unauthorized and recruiter_only; the call itself checks both again,
 * and the scope.
 */
export async function enter(
  deps: { readonly authenticator: Authenticator },
  credential: string | undefined,
): Promise<Entrant> {
  const caller = await deps.authenticator.authenticate(credential)
  requireRecruiter(caller)
  return { accountId: caller.accountId, operations: caller.scopes }
}
