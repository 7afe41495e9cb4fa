import { type GrantKind, invalidInput, issue, type PointCents, pointCents } from '../../contract/index.ts'
import { assert, type Clock, type Ids } from '../../kit/index.ts'
import { empty, type Queryable, sql, type Tx } from '../../store/index.ts'
import type { Ledger } from '../ledger.ts'
import { readGrant } from '../read/money.ts'
import type { GrantRecord } from '../statement-types.ts'
import { hashVoucherCode, newVoucherCode, readVoucherCode } from './voucher-code.ts'

const vouchersAtOnceMax = 500

export interface NewVouchers {
  readonly count: number
  readonly kind: GrantKind
  readonly pointCents: PointCents
  /** The end of redemption; null: none. */
  readonly expiresAt: Date | null
  /** The expiry of the points it grants. */
  readonly grantExpiresAt: Date | null
  readonly note: string | null
}

export interface Voucher extends Omit<NewVouchers, 'count'> {
  readonly voucherId: string
  readonly lastFour: string
  readonly createdAt: Date
  readonly redeemedAt: Date | null
  readonly accountId: string | null
}

export type Redeemed =
  | { readonly kind: 'redeemed'; readonly grant: GrantRecord }
  /** By this account. */
  | { readonly kind: 'redeemed_before' }
  /** The code does not exist, has expired, or was redeemed by another account. */
  | { readonly kind: 'invalid' }

/** Creates redemption codes. Only hashes are stored, so this answer is the only copy of the codes. */
export async function createVouchers(
  tx: Tx,
  deps: { readonly clock: Clock; readonly ids: Ids },
  wanted: NewVouchers,
): Promise<readonly string[]> {
  const now = deps.clock.now()
  const { count, expiresAt, grantExpiresAt } = wanted
  assert(Number.isInteger(count) && count >= 1 && count <= vouchersAtOnceMax, 'some vouchers')
  if (wanted.pointCents < 1) throw invalidInput([issue('point_cents', 'too_small')])
  if (expiresAt !== null && expiresAt <= now) throw invalidInput([issue('expires_at', 'too_small')])
  if (grantExpiresAt !== null && grantExpiresAt <= now)
    throw invalidInput([issue('grant_expires_at', 'too_small')])
  const codes = Array.from({ length: count }, () => newVoucherCode(deps.ids))
  for (const code of codes) {
    const plain = code.replaceAll('-', '')
    await tx.run(sql`
      insert into vouchers (voucher_id, code_hash, last_four, kind, point_cents, created_at, expires_at,
                            grant_expires_at, note)
      values (${deps.ids.uuid()}, ${hashVoucherCode(plain)}, ${plain.slice(-4)}, ${wanted.kind},
              ${wanted.pointCents}, ${now}, ${expiresAt}, ${grantExpiresAt}, ${wanted.note})`)
  }
  return codes
}

/** Newest first; `after` is the last voucher_id of the previous page. */
export async function listVouchers(
  from: Queryable,
  page: { readonly after: string | null; readonly limit: number },
): Promise<Voucher[]> {
  const older = page.after === null ? empty : sql`where voucher_id < ${page.after}`
  const rows = await from.many<VoucherRow>(sql`
    select * from vouchers ${older} order by voucher_id desc limit ${page.limit}`)
  return rows.map(toVoucher)
}

/**
 * Grants the points of a code, once. It locks the code's row, so of two concurrent redemptions only the first
 * succeeds.
 */
export async function redeemVoucher(
  tx: Tx,
  deps: { readonly ledger: Pick<Ledger, 'grantIn'>; readonly clock: Clock },
  accountId: string,
  typed: string,
): Promise<Redeemed> {
  const code = readVoucherCode(typed)
  if (code === null) return { kind: 'invalid' }
  const row = await tx.maybe<VoucherRow>(
    sql`select * from vouchers where code_hash = ${hashVoucherCode(code)} for update`,
  )
  if (row === undefined) return { kind: 'invalid' }
  if (row.redeemed_at !== null) return { kind: row.account_id === accountId ? 'redeemed_before' : 'invalid' }
  const now = deps.clock.now()
  if ([row.expires_at, row.grant_expires_at].some((end) => end !== null && end <= now))
    return { kind: 'invalid' }
  const { grantId } = await deps.ledger.grantIn(tx, {
    accountId,
    kind: row.kind,
    pointCents: pointCents(row.point_cents),
    expiresAt: row.grant_expires_at,
    note: `…${row.last_four}`,
    source: 'voucher',
  })
  await tx.run(sql`update vouchers set redeemed_at = ${now}, account_id = ${accountId}, grant_id = ${grantId}
                   where voucher_id = ${row.voucher_id}`)
  return { kind: 'redeemed', grant: await readGrant(tx, accountId, grantId, now.getTime()) }
}

interface VoucherRow {
  readonly voucher_id: string
  readonly last_four: string
  readonly kind: GrantKind
  readonly point_cents: number
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly grant_expires_at: Date | null
  readonly note: string | null
  readonly redeemed_at: Date | null
  readonly account_id: string | null
}

function toVoucher(row: VoucherRow): Voucher {
  return {
    voucherId: row.voucher_id,
    lastFour: row.last_four,
    kind: row.kind,
    pointCents: pointCents(row.point_cents),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    grantExpiresAt: row.grant_expires_at,
    note: row.note,
    redeemedAt: row.redeemed_at,
    accountId: row.account_id,
  }
}
