import { internalError, pointCents, type Terms } from '../contract/index.ts'
import { assert, type Clock, createRecentMap, type Ids, type Sealer } from '../kit/index.ts'
import { type Database, sql, type Tx } from '../store/index.ts'
import type { Admission, AdmitRequest, Ledger, NewGrant, Settled } from './ledger.ts'
import { readBalance } from './read/balance.ts'
import { load, lockAccounts } from './read/load.ts'
import { checkKey, hashKey, precheck, toReplay } from './read/precheck.ts'
import { ledgerReads } from './read/reads.ts'
import type { AdmitCommand, Answer, Command, GrantCommand } from './rules/command.ts'
import type { DecisionContext } from './rules/context.ts'
import { createCalendar } from './rules/quota.ts'
import type { AccountState } from './rules/state.ts'
import { applyCommands, toCommand, toTransactionAnswer } from './write/apply-in-transaction.ts'
import { createCoalescer } from './write/coalescer.ts'
import { createGroupCommit } from './write/group-commit.ts'
import { createHoldWatch } from './write/hold-watch.ts'
import { setKeyLimits, shareKeyLimits } from './write/key-limits.ts'
import type { CommitDeps } from './write/locked-commit.ts'
import { refund } from './write/refund.ts'
import { releaseOrphanedHolds, sweep } from './write/sweep.ts'

export interface LedgerDeps {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly terms: Terms
  readonly sealer: Sealer
}

const accountsRemembered = 10_000
const coalescing = {
  groupsMax: 3,
  groupCommandsMin: 32,
  groupCommandsMax: 512,
  commandsMax: 20_000,
  waitMs: 10_000,
}

/** Several processes may use a ledger on the same database. */
export function createLedger(deps: LedgerDeps): Ledger {
  const { database, clock, ids, sealer, terms } = deps
  const cache = createRecentMap<AccountState>(accountsRemembered)
  const calendar = createCalendar(terms.quotaTimeZone)
  const context = (): DecisionContext => {
    const nowMs = clock.now().getTime()
    return { nowMs, period: calendar.at(nowMs), terms, newId: () => ids.uuid() }
  }
  const commit: CommitDeps = { database, clock, sealer, cache, context }
  const coalescer = createCoalescer({ ...coalescing, clock, ...createGroupCommit(commit) })

  const watch = createHoldWatch(clock)
  const ask = async (accountId: string, command: Command) =>
    succeeded(await coalescer.submit(accountId, command))
  const readBalanceOf = (source: Database | Tx, accountId: string) =>
    readBalance(source, accountId, context())
  const withdrawIn: Ledger['withdrawIn'] = async (tx, withdrawal) => {
    const { accountId, grantId, pointCents: amount, note } = withdrawal
    const withdrawalId = ids.uuid()
    const command = { kind: 'withdraw', withdrawalId, grantId, pointCents: amount } as const
    const [answer] = await applyCommands(commit, tx, accountId, [command])
    if (answer?.kind === 'not_free') return answer
    await tx.run(sql`insert into withdrawals (account_id, withdrawal_id, grant_id, note, created_at)
      values (${accountId}, ${withdrawalId}, ${grantId}, ${note}, ${clock.now()})`)
    return { kind: 'withdrawn', withdrawalId, balance: await readBalanceOf(tx, accountId) }
  }

  return {
    async admit(request) {
      return toAdmission(sealer, request, await ask(request.accountId, admitCommand(sealer, request)))
    },
    async admitIn(tx, request) {
      const [answer] = await applyCommands(commit, tx, request.accountId, [admitCommand(sealer, request)])
      assert(answer !== undefined, 'every command has its answer')
      return toAdmission(sealer, request, answer)
    },
    async wasAdmittedIn(tx, { accountId, requestId }) {
      await lockAccounts(tx, [accountId])
      const { requests } = await load(tx, { accounts: [], requests: [{ accountId, requestId }], claims: [] })
      return requests.has(accountId)
    },
    checkKey: (request) => checkKey(database, sealer, clock.now().getTime(), request),
    precheck: (request) => precheck(database, sealer, context(), request),
    async settle({ accountId, requestId }, { costPointCents: cost, usage, reply }) {
      return toSettled(await ask(accountId, { kind: 'capture', requestId, cost, usage, reply }))
    },
    async release({ accountId, requestId }) {
      await ask(accountId, { kind: 'release', requestId, leaseUntilMs: null })
    },
    async openAccount(tx, accountId) {
      await tx.run(sql`insert into ledger_accounts (account_id) values (${accountId}) on conflict do nothing`)
    },
    async grant(grant) {
      const command = grantCommand(ids, grant)
      await ask(grant.accountId, command)
      return { grantId: command.grantId, balance: await readBalanceOf(database, grant.accountId) }
    },
    async grantIn(tx, grant) {
      const command = grantCommand(ids, grant)
      await applyCommands(commit, tx, grant.accountId, [command])
      return { grantId: command.grantId, balance: await readBalanceOf(tx, grant.accountId) }
    },
    withdraw: (withdrawal) => database.transaction((tx) => withdrawIn(tx, withdrawal)),
    withdrawIn,
    async setQuota(accountId, quota) {
      await ask(accountId, { kind: 'set_quota', quota })
    },
    async setQuotaIn(tx, accountId, quota) {
      await applyCommands(commit, tx, accountId, [{ kind: 'set_quota', quota }])
    },
    setKeyLimitsIn: (tx, accountId, keyId, limits) => setKeyLimits(commit, tx, accountId, keyId, limits),
    shareKeyLimitsIn: (tx, accountId, keyId, successorId) =>
      shareKeyLimits(commit, tx, accountId, keyId, successorId),
    refundIn: (tx, wanted) => refund(commit, tx, wanted),
    ...ledgerReads(database, sealer, context),
    sweep: () => sweep({ database, coalescer, watch }, clock.now()),
    releaseOrphanedHolds: (before) => releaseOrphanedHolds(database, coalescer, before),
    async applyInTransaction(tx, accountId, commands) {
      const answers = await applyCommands(commit, tx, accountId, commands.map(toCommand))
      return answers.map(toTransactionAnswer)
    },
    close: () => coalescer.close(),
  }
}

function succeeded(answer: Answer): Answer {
  if (answer.kind === 'failed') throw answer.error
  return answer
}

function grantCommand(ids: Ids, grant: NewGrant): GrantCommand {
  return {
    kind: 'grant',
    grantId: ids.uuid(),
    grantKind: grant.kind,
    pointCents: grant.pointCents,
    expiresAtMs: grant.expiresAt?.getTime() ?? null,
    note: grant.note,
    source: grant.source ?? 'operator',
  }
}

function admitCommand(sealer: Sealer, request: AdmitRequest): AdmitCommand {
  const { requestId, operation, door, keyId, idempotency, leaseMs, note } = request
  assert(leaseMs > 0, 'a hold needs a lease')
  const claim = idempotency && hashKey(sealer, operation, idempotency)
  const held = pointCents(request.holdPointCents)
  return { kind: 'admit', requestId, operation, door, keyId, claim, held, leaseMs, note }
}

function toAdmission(sealer: Sealer, request: AdmitRequest, answer: Answer): Admission {
  switch (answer.kind) {
    case 'admitted':
    case 'in_progress':
    case 'key_reused':
    case 'quota_exceeded':
    case 'insufficient':
      return answer
    case 'stored_reply':
      return toReplay(sealer, request.accountId, answer)
    default:
      throw internalError('internal', { internal: `no answer to an admission: ${answer.kind}` })
  }
}

function toSettled(answer: Answer): Settled {
  if (answer.kind === 'lost') return answer
  if (answer.kind === 'captured' && answer.reply !== null) {
    return { kind: 'settled', billing: answer.billing, reply: answer.reply }
  }
  throw internalError('internal', { internal: `no answer to a settlement: ${answer.kind}` })
}
