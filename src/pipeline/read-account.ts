import { type Caller, requireRecruiter } from '../accounts/index.ts'
import {
  type AccountData,
  accountCall,
  batchCandidatePointCents,
  type JsonObject,
  limits,
  matchPointCents,
  optimizePointCentsMin,
  parsePagePointCents,
  readEnvelope,
  type Terms,
} from '../contract/index.ts'
import { errorFields } from '../kit/index.ts'
import type { AccountMoney, KeySpending, KeyUsage, QuotaWindow } from '../ledger/index.ts'
import type { Reply } from './call.ts'
import { inSlot } from './connection-slots.ts'
import { encode, failureReply } from './reply.ts'
import type { PipelineDeps } from './run.ts'

type Deps = Pick<PipelineDeps, 'authenticator' | 'ledger' | 'clock' | 'log' | 'metrics' | 'connectionSlots'>

/** Answers GET /account. It is not an operation: it is free, not counted and needs no scope. */
export async function handleAccountCall(
  deps: Deps,
  terms: Terms,
  call: {
    readonly requestId: string
    readonly credential: string | undefined
    readonly disconnected: AbortSignal
  },
): Promise<Reply> {
  const { clock, log, metrics } = deps
  const startedMs = clock.monotonicMs()
  let reply: Reply
  let failure: unknown
  let names = {}
  try {
    const caller = await deps.authenticator.authenticate(call.credential)
    names = { accountId: caller.accountId, keyId: caller.keyId }
    const data = await readAccount(deps, terms, caller, call.disconnected)
    const envelope = readEnvelope(call.requestId, { data: data as JsonObject, retryAfterSeconds: null })
    reply = { status: 200, body: encode(envelope), headers: {}, error: null }
  } catch (error) {
    failure = error
    reply = failureReply(call.requestId, error)
  }
  const seconds = (clock.monotonicMs() - startedMs) / 1000
  const error = reply.error ?? 'ok'
  metrics.callEnded({ operation: accountCall.name, door: 'rest', error, seconds })
  const fields = {
    requestId: call.requestId,
    operation: accountCall.name,
    door: 'rest',
    ...names,
    status: reply.status,
  }
  const line = { ...fields, error, milliseconds: Math.round(seconds * 1000) }
  if (reply.status < 500) log.info(line, 'call')
  else log.error({ ...line, ...errorFields(failure) }, 'call failed')
  return reply
}

async function readAccount(
  { ledger, clock, connectionSlots }: Omit<Deps, 'authenticator'>,
  terms: Terms,
  caller: Caller,
  disconnected: AbortSignal,
): Promise<AccountData> {
  requireRecruiter(caller)
  const { accountId, keyId } = caller
  const now = clock.now()
  const read = () =>
    Promise.all([
      ledger.money(accountId),
      ledger.keySpending(accountId),
      ledger.keyUsage(accountId, ledger.dayOf(now)),
    ])
  const [money, budgets, usage] = await inSlot(connectionSlots.reads, accountId, disconnected, read)
  return {
    account_id: accountId,
    balance: balanceOf(money),
    quotas: quotasOf(money, terms),
    limits: {
      request_body_bytes: limits.bodyBytesMax,
      file_data_url_characters: limits.fileDataUrlCharactersMax,
      resume_text_characters: limits.resumeTextCharactersMax,
      jd_text_characters: limits.jdTextCharactersMax,
      batch_resumes: terms.batchResumesMax,
    },
    prices: {
      parse_page_point_cents: parsePagePointCents,
      match_point_cents: matchPointCents,
      optimize_min_point_cents: optimizePointCentsMin,
      optimize_prompt_point_cents_per_1000: terms.promptPointCentsPer1000,
      optimize_completion_point_cents_per_1000: terms.completionPointCentsPer1000,
      batch_candidate_point_cents: batchCandidatePointCents,
    },
    key: { key_id: keyId, scopes: [...caller.scopes], ...spendingOf(keyId, budgets, usage) },
  }
}

function balanceOf({ money, byKind }: AccountMoney): AccountData['balance'] {
  return {
    balance_point_cents: money.spendablePointCents,
    balance_points: money.spendablePointCents / 100,
    held_point_cents: money.heldPointCents,
    by_kind: byKind.map(({ kind, spendablePointCents, listed, nextExpiry }) => ({
      kind,
      point_cents: spendablePointCents,
      spendable: listed,
      next_expiry_at: nextExpiry?.at.toISOString() ?? null,
    })),
  }
}

function quotasOf({ quota, windowsEnd }: AccountMoney, terms: Terms): AccountData['quotas'] {
  const window = (of: QuotaWindow | null, end: Date) => ({
    limit: of?.limit ?? null,
    remaining: of?.remaining ?? null,
    resets_at: of === null ? null : end.toISOString(),
  })
  return {
    daily: window(quota.daily, windowsEnd.day),
    monthly: window(quota.monthly, windowsEnd.month),
    time_zone: terms.quotaTimeZone,
  }
}

/** For a key with limits, returns what counts against them: the spending of all keys that share them. */
function spendingOf(keyId: string, budgets: readonly KeySpending[], usage: readonly KeyUsage[]) {
  const budget = budgets.find(({ keyIds }) => keyIds.includes(keyId))
  if (budget !== undefined) return { limits: budget.limits, spent: budget.spent }
  const spent = usage.find((each) => each.keyId === keyId)?.spent ?? { total: 0, daily: 0, monthly: 0 }
  return { limits: { total: null, daily: null, monthly: null }, spent }
}
