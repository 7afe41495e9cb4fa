import { audit, type KnownAccount, setDisabled, setRole } from '../accounts/index.ts'
import type { Tx } from '../store/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import type { Actor, ConsoleRequest } from './request.ts'

type Changes = ConsoleRequest<'changeAccount'>['body']

/**
 * Applies an administrator's changes to an account in one transaction, with one audit line per change.
 * Administrators can't change their own role or disable themselves, so at least one administrator remains.
 */
export async function changeAccount(
  deps: ConsoleDeps,
  actor: Actor,
  account: KnownAccount,
  changes: Changes,
): Promise<void> {
  const { accountId, email } = account
  const losesOwnRole = changes.disabled === true || (changes.role !== undefined && changes.role !== 'admin')
  if (accountId === actor.accountId && losesOwnRole) {
    throw consoleFault('conflict', { internal: 'an administrator changes another one’s role, not the own' })
  }
  const { ownQuota } = await deps.ledger.balance(accountId)
  await deps.store.transaction(async (tx) => {
    const write = (action: string, detail: Parameters<typeof audit>[2]['detail']) =>
      audit(tx, deps, { actor, source: 'console', action, target: email, detail })
    const { role, own_daily, own_monthly } = changes
    if (role !== undefined && role !== account.role) {
      await setRole(tx, accountId, role)
      await write('account.role', { before: account.role, role })
    }
    await changeDisabled(tx, deps, account, changes.disabled, write)
    if (own_daily !== undefined || own_monthly !== undefined) {
      const daily = own_daily === undefined ? ownQuota.daily : own_daily
      const monthly = own_monthly === undefined ? ownQuota.monthly : own_monthly
      await deps.ledger.setQuotaIn(tx, accountId, { daily, monthly })
      await write('account.quota', { daily, monthly })
    }
  })
}

async function changeDisabled(
  tx: Tx,
  { clock }: ConsoleDeps,
  { accountId, disabledAt }: KnownAccount,
  disabled: boolean | undefined,
  write: (action: string, detail: Record<string, never>) => Promise<void>,
): Promise<void> {
  if (disabled === undefined || disabled === (disabledAt !== null)) return
  await setDisabled(tx, accountId, disabled ? clock.now() : null)
  await write(disabled ? 'account.disable' : 'account.enable', {})
}
