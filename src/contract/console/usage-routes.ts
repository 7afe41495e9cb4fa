import { Type } from 'typebox'
import type { ConsoleRoute } from './route.ts'
import {
  count,
  door,
  nullable,
  oneOf,
  operation,
  pageOf,
  pageQuery,
  pointCents,
  quotaView,
  text,
  time,
  uuid,
} from './shapes.ts'

const days = Type.Optional(Type.Integer({ minimum: 1, maximum: 366 }))
export const callView = Type.Object({
  request_id: uuid,
  at: time,
  operation,
  door,
  key_id: nullable(uuid),
  key_name: nullable(Type.String()),
  state: oneOf(['running', 'charged', 'free', 'refused', 'failed']),
  status: count,
  error: nullable(Type.String()),
  milliseconds: nullable(count),
  pages: nullable(count),
  tokens: nullable(count),
  point_cents: pointCents,
})
const callsQuery = Type.Object({
  ...pageQuery,
  operation: Type.Optional(operation),
  door: Type.Optional(door),
  key_id: Type.Optional(uuid),
  outcome: Type.Optional(oneOf(['ok', 'refused', 'failed'])),
  from: Type.Optional(time),
  to: Type.Optional(time),
  request_id: Type.Optional(text(60)),
})

export const usageRoutes = {
  readUsage: {
    name: 'readUsage',
    method: 'GET',
    path: '/usage',
    summary: 'Calls and points by day and operation, from rollups.',
    access: 'account',
    query: Type.Object({ days }),
    reply: Type.Object({
      time_zone: Type.String(),
      days: Type.Array(
        Type.Object({
          day: Type.String({ format: 'date' }),
          operation,
          calls: count,
          errors: count,
          point_cents: pointCents,
          p50_ms: count,
          p95_ms: count,
        }),
      ),
      /** For the whole period. */
      latency: Type.Array(Type.Object({ operation, p50_ms: count, p95_ms: count })),
      quota: quotaView,
    }),
    errors: [],
  },
  listCalls: {
    name: 'listCalls',
    method: 'GET',
    path: '/calls',
    summary: 'Calls, newest first, or one call by its request id.',
    access: 'account',
    query: callsQuery,
    reply: pageOf(callView),
    errors: [],
  },
  downloadCalls: {
    name: 'downloadCalls',
    method: 'GET',
    path: '/calls.csv',
    summary: 'The same, as a file.',
    access: 'account',
    query: callsQuery,
    reply: 'csv',
    errors: [],
  },
} as const satisfies Record<string, ConsoleRoute>
