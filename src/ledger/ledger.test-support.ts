import { createTestDatabase } from '../../test/support/database.ts'
import {
  type Billing,
  billingToWire,
  defaultTerms,
  type GrantKind,
  pointCents,
  type Terms,
} from '../contract/index.ts'
import { createSealer, type FakeClock, fakeClock, randomIds } from '../kit/index.ts'
import { type Database, sql } from '../store/index.ts'
import { type AdmitRequest, createLedger, type Ledger, type OpenHold } from './index.ts'

export const ids = randomIds()
const secret = ids.bytes(32)
export const someKeyId = '0197a000-0000-7000-8000-000000000001'

/** A database with several ledgers, each acting as a separate process. */
export interface LedgerFixture {
  readonly database: Database
  readonly url: string
  readonly clock: FakeClock
  /** Another process on the same database. `through` replaces its connection, to inject faults. */
  process(options?: ProcessOptions): Ledger
  newAccount(ledger: Ledger, amount?: number): Promise<string>
  drop(): Promise<void>
}

export interface ProcessOptions {
  readonly terms?: Partial<Terms>
  readonly secret?: Uint8Array
  readonly through?: Database
}

export async function createFixture(clock: FakeClock = fakeClock()): Promise<LedgerFixture> {
  const { database, url, drop } = await createTestDatabase({ poolSize: 8 })
  return {
    database,
    url,
    clock,
    drop,
    process: (options = {}) =>
      createLedger({
        database: options.through ?? database,
        clock,
        ids,
        sealer: createSealer(options.secret ?? secret, ids),
        terms: { ...defaultTerms, ...options.terms },
      }),
    async newAccount(ledger, amount = 1_000) {
      const accountId = ids.uuid()
      await database.transaction((tx) => ledger.openAccount(tx, accountId))
      if (amount > 0) await give(ledger, accountId, 'paid', amount)
      return accountId
    },
  }
}

export function give(
  ledger: Ledger,
  accountId: string,
  kind: GrantKind,
  amount: number,
  expiresAt: Date | null = null,
) {
  return ledger.grant({ accountId, kind, pointCents: pointCents(amount), expiresAt, note: null })
}

export function aCall(accountId: string, overrides: Partial<AdmitRequest> = {}): AdmitRequest {
  return {
    accountId,
    requestId: ids.uuid(),
    operation: 'matchResumeToJd',
    door: 'rest',
    keyId: someKeyId,
    idempotency: null,
    holdPointCents: pointCents(100),
    leaseMs: 60_000,
    note: null,
    ...overrides,
  }
}

export const withKey = (key: string, input = 'input') => ({
  idempotency: { key, fingerprint: Buffer.from(input) },
})
export const reply = (billing: Billing) => Buffer.from(JSON.stringify(billingToWire(billing)))
export const settlement = (cost = 100) => ({
  costPointCents: pointCents(cost),
  usage: { total_tokens: 7 },
  reply,
})

export async function admitted(
  ledger: Ledger,
  accountId: string,
  overrides: Partial<AdmitRequest> = {},
): Promise<OpenHold> {
  const admission = await ledger.admit(aCall(accountId, overrides))
  if (admission.kind !== 'admitted') throw new Error(`expected an admission, not ${admission.kind}`)
  return admission.hold
}

/** What can be spent, and what is held. */
export async function balanceOf(ledger: Ledger, accountId: string): Promise<[number, number]> {
  const { balancePointCents, heldPointCents } = await ledger.balance(accountId)
  return [balancePointCents, heldPointCents]
}

export async function countRows(
  database: Database,
  table: 'claims' | 'entries' | 'requests',
  accountId: string,
) {
  const statements = {
    claims: sql`select count(*) as n from claims where account_id = ${accountId}`,
    entries: sql`select count(*) as n from entries where account_id = ${accountId}`,
    requests: sql`select count(*) as n from requests where account_id = ${accountId}`,
  }
  return (await database.one<{ n: number }>(statements[table])).n
}
