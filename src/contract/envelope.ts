import { zeroPointCents } from './amounts.ts'
import { errorTable, type Fault } from './errors.ts'
import type { Outcome, ReadOutcome, Start } from './handler.ts'
import type { JsonObject, JsonValue } from './json.ts'
import { type Billing, billingToWire } from './results.ts'

/** Reply bodies, identical over REST, MCP and the console. */

export function successEnvelope(requestId: string, outcome: Outcome, billing: Billing): JsonObject {
  return {
    ok: true,
    request_id: requestId,
    data: outcome.data,
    usage: outcome.usage,
    billing: billingToWire(billing),
  }
}

/** The reply to a started batch: nothing is charged yet, so every amount is 0. */
export function startEnvelope(
  requestId: string,
  start: Pick<Start<never>, 'data' | 'estimatedPointCents' | 'billingNote'>,
): JsonObject {
  const nothing = { billedPointCents: zeroPointCents, resourcePointCents: zeroPointCents }
  return {
    ok: true,
    request_id: requestId,
    data: start.data,
    billing: billingToWire({ ...nothing, balancePointCents: zeroPointCents }),
    estimated_point_cents: start.estimatedPointCents,
    billing_note: start.billingNote,
  }
}

export function readEnvelope(requestId: string, outcome: ReadOutcome): JsonObject {
  return { ok: true, request_id: requestId, data: outcome.data }
}

export function errorEnvelope(requestId: string, fault: Fault): JsonObject {
  const { message, detail, requiredPointCents, balancePointCents, resourcePointCents } = fault.members
  const members: Record<string, JsonValue | undefined> = {
    detail,
    required_point_cents: requiredPointCents,
    balance_point_cents: balancePointCents,
    resource_point_cents: resourcePointCents,
  }
  return {
    ok: false,
    request_id: requestId,
    error: fault.code,
    message: message ?? errorTable[fault.code].message,
    ...Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)),
  }
}
