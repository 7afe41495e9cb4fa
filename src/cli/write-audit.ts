import { type Act, audit } from '../accounts/index.ts'
import type { Clock, Ids } from '../kit/index.ts'
import type { Tx } from '../store/index.ts'

/** Writes an audit line in the transaction of the change itself. */
export function writeAudit(
  tx: Tx,
  deps: { readonly clock: Clock; readonly ids: Ids },
  action: string,
  target: string | null,
  detail: Act['detail'] = {},
): Promise<void> {
  return audit(tx, deps, { actor: null, source: 'cli', action, target, detail })
}
