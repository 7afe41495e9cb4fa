import { errorTable, type Fault } from './errors.ts'
import type { Outcome } from './handler.ts'
import type { JsonObject, JsonValue } from './json.ts'
import { type Billing, billingToWire } from './results.ts'

/** The bodies of all replies, the same through every door. */

export function successEnvelope(requestId: string, outcome: Outcome, billing: Billing): JsonObject {
  return {
    ok: true,
    request_id: requestId,
    data: outcome.data,
    usage: outcome.usage,
    billing: billingToWire(billing),
  }
}

export function errorEnvelope(requestId: string, fault: Fault): JsonObject {
  const { detail, requiredPointCents, balancePointCents, resourcePointCents } = fault.members
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
    message: errorTable[fault.code].message,
    ...Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)),
  }
}
