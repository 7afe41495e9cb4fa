import { type Static, Type } from 'typebox'
import type { ConsoleRoute } from './route.ts'
import { count, limitPointCents, nullable, oneOf, operation, pointCents, text, time, uuid } from './shapes.ts'

/**
 * A key's spending limits: in total, per calendar day and per calendar month of QUOTA_TIME_ZONE; null: no
 * limit.
 */
export const keyLimits = Type.Object({
  total: limitPointCents,
  daily: limitPointCents,
  monthly: limitPointCents,
})

export const keyView = Type.Object({
  key_id: uuid,
  name: Type.String(),
  last_four: Type.String(),
  scopes: Type.Array(operation),
  state: oneOf(['active', 'disabled', 'expired', 'revoked']),
  created_at: time,
  last_used_at: nullable(time),
  expires_at: nullable(time),
  replaced_by: nullable(uuid),
  limits: keyLimits,
  /** What is charged and held, by the same windows. */
  spent: Type.Object({ total: pointCents, daily: pointCents, monthly: pointCents }),
  /** Calls of the last 30 days, oldest first. */
  calls_by_day: Type.Array(count),
})
export type KeyView = Static<typeof keyView>

const name = text(80, 1)
const created = Type.Object({
  key: Type.String({ description: 'The key itself, shown once.' }),
  view: keyView,
})

export const keyRoutes = {
  listKeys: {
    name: 'listKeys',
    method: 'GET',
    path: '/keys',
    summary: 'All keys of the account, newest first.',
    access: 'account',
    reply: Type.Object({ items: Type.Array(keyView) }),
    errors: [],
  },
  createKey: {
    name: 'createKey',
    method: 'POST',
    path: '/keys',
    summary: 'Creates a key.',
    access: 'account',
    body: Type.Object({
      name,
      scopes: Type.Array(operation, { minItems: 1 }),
      expires_at: nullable(time),
      limits: keyLimits,
    }),
    reply: created,
    errors: ['recruiter_only'],
  },
  changeKey: {
    name: 'changeKey',
    method: 'PATCH',
    path: '/keys/{id}',
    summary: 'Changes name and limits, disables or enables.',
    access: 'account',
    body: Type.Object({
      name: Type.Optional(name),
      limits: Type.Optional(keyLimits),
      disabled: Type.Optional(Type.Boolean()),
    }),
    reply: keyView,
    errors: ['not_found', 'conflict'],
  },
  rotateKey: {
    name: 'rotateKey',
    method: 'POST',
    path: '/keys/{id}/rotate',
    summary: 'Rotates a key; the old one works during the grace period.',
    access: 'account',
    body: Type.Object({ grace_hours: Type.Integer({ minimum: 0, maximum: 720 }) }),
    reply: created,
    errors: ['not_found', 'conflict'],
  },
  revokeKey: {
    name: 'revokeKey',
    method: 'POST',
    path: '/keys/{id}/revoke',
    summary: 'Revokes a key, within a second.',
    access: 'account',
    reply: keyView,
    errors: ['not_found'],
  },
} as const satisfies Record<string, ConsoleRoute>
