import { type Static, type TSchema, Type } from 'typebox'
import { grantKinds } from '../amounts.ts'
import { operationNames } from '../operations/index.ts'

/** Shapes shared by several console routes. Amounts are whole point_cents; times are ISO 8601 in UTC. */

export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] })
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const text = (max: number, min = 0) => Type.String({ minLength: min, maxLength: max })
export const uuid = Type.String({ format: 'uuid' })
export const time = Type.String({ format: 'date-time' })
export const pointCents = Type.Integer()
export const count = Type.Integer({ minimum: 0 })
export const limitPointCents = nullable(Type.Integer({ minimum: 0 }))
export const role = oneOf(['recruiter', 'job_seeker', 'admin'])
export const kind = oneOf(grantKinds)
export const operation = oneOf(operationNames)
export const door = oneOf(['rest', 'mcp', 'console'])
export const currency = oneOf(['CNY', 'USD', 'EUR', 'GBP'])

/** A page of a list; `next` is the cursor of the following page, null on the last one. */
export const pageOf = <Schema extends TSchema>(item: Schema) =>
  Type.Object({ items: Type.Array(item), next: nullable(Type.String()) })
export const pageQuery = {
  cursor: Type.Optional(text(200)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
}

export const accountView = Type.Object({
  account_id: uuid,
  email: Type.String(),
  role,
  created_at: time,
})
export type AccountView = Static<typeof accountView>

/**
 * The balance identity: granted = spendable + held + charged + expired + withdrawn + unlisted, where
 * `unlisted` is what is left of kinds that BALANCE_ORDER doesn't spend.
 */
export const moneyView = Type.Object({
  granted: pointCents,
  spendable: pointCents,
  held: pointCents,
  charged: pointCents,
  expired: pointCents,
  withdrawn: pointCents,
  unlisted: pointCents,
})
export type MoneyView = Static<typeof moneyView>

export const quotaView = Type.Object({
  daily: Type.Object({ limit: nullable(count), used: count, resets_at: time }),
  monthly: Type.Object({ limit: nullable(count), used: count, resets_at: time }),
  time_zone: Type.String(),
})
