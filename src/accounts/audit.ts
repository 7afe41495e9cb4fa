import type { Clock, Ids } from '../kit/index.ts'
import { empty, type Queryable, sql, type Tx } from '../store/index.ts'

/** An administrative act: actor, action and target. It contains no key, no password and no resume text. */
export interface Act {
  /** Null: the command line, whose user the database cannot prove. */
  readonly actor: { readonly accountId: string; readonly email: string } | null
  readonly source: 'console' | 'cli'
  /** The kind of target and the verb, such as `account.disable`. */
  readonly action: string
  /** An address or an identifier. */
  readonly target: string | null
  /** What a later reader needs: amounts, reasons, the previous value. */
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
  /** The last audit_id of the previous page; null: start at the newest. */
  readonly after: string | null
  readonly limit: number
  readonly action: string | null
}

/** Records an act in the transaction that performs it, so both commit or neither does. */
export async function audit(tx: Tx, deps: { clock: Clock; ids: Ids }, act: Act): Promise<void> {
  await tx.run(sql`
    insert into audit_log (audit_id, at, actor_account_id, actor, source, action, target, detail)
    values (${deps.ids.uuid()}, ${deps.clock.now()}, ${act.actor?.accountId ?? null},
            ${act.actor?.email ?? 'cli'}, ${act.source}, ${act.action}, ${act.target},
            ${JSON.stringify(act.detail).slice(0, 2000)})`)
}

/** Acts, newest first. */
export async function listAudit(from: Queryable, page: AuditPage): Promise<AuditRow[]> {
  const older = page.after === null ? empty : sql`and audit_id < ${page.after}`
  const ofAction = page.action === null ? empty : sql`and action = ${page.action}`
  const rows = await from.many<Omit<AuditRow, 'auditId'> & { audit_id: string }>(sql`
    select audit_id, at, actor, source, action, target, detail from audit_log
    where true ${older} ${ofAction} order by audit_id desc limit ${page.limit}`)
  return rows.map(({ audit_id: auditId, ...row }) => ({ auditId, ...row }))
}
