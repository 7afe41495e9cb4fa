import type { Clock, Ids } from '../kit/index.ts'
import { empty, type Queryable, sql, type Tx } from '../store/index.ts'

/** An administrative act: who did what to whom. No key, no password and no text of a resume is in it. */
export interface Act {
  /** Null: the command line, whose user the database can't prove. */
  readonly actor: { readonly accountId: string; readonly email: string } | null
  readonly source: 'console' | 'cli'
  /** Such as `account.disable`: what it is done to, and the verb. */
  readonly action: string
  /** An address or an identifier. */
  readonly target: string | null
  /** What is needed to understand it later: amounts, reasons, the value before. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

export interface AuditRow {
  readonly auditId: string
  readonly at: Date
  readonly actor: string
  readonly source: string
  readonly action: string
  readonly target: string | null
  /** JSON. */
  readonly detail: string
}

export interface AuditPage {
  /** The last audit_id of the page before; null: from the newest. */
  readonly after: string | null
  readonly limit: number
  readonly action: string | null
}

/** Writes an act down, in the transaction that does it: neither is there without the other. */
export async function audit(tx: Tx, deps: { clock: Clock; ids: Ids }, act: Act): Promise<void> {
  await tx.run(sql`
    insert into audit_log (audit_id, at, actor_account_id, actor, source, action, target, detail)
    values (${deps.ids.uuid()}, ${deps.clock.now()}, ${act.actor?.accountId ?? null},
            ${act.actor?.email ?? 'cli'}, ${act.source}, ${act.action}, ${act.target},
            ${JSON.stringify(act.detail).slice(0, 2000)})`)
}

/** Acts from the newest to the oldest. */
export async function listAudit(from: Queryable, page: AuditPage): Promise<AuditRow[]> {
  const older = page.after === null ? empty : sql`and audit_id < ${page.after}`
  const ofAction = page.action === null ? empty : sql`and action = ${page.action}`
  const rows = await from.many<Omit<AuditRow, 'auditId'> & { audit_id: string }>(sql`
    select audit_id, at, actor, source, action, target, detail from audit_log
    where true ${older} ${ofAction} order by audit_id desc limit ${page.limit}`)
  return rows.map(({ audit_id: auditId, ...row }) => ({ auditId, ...row }))
}
