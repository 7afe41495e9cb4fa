import { changeKey, createKey, revokeKey, rotateKey } from '../accounts/index.ts'
import { pointCents } from '../contract/index.ts'
import type { KeyLimits } from '../ledger/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import { keyViewOf, keyViews } from './key-view.ts'
import { refusing } from './refusals.ts'
import type { ConsoleRequest, Handlers } from './request.ts'

const hourMs = 3_600_000

type Names = 'listKeys' | 'createKey' | 'changeKey' | 'rotateKey' | 'revokeKey'
type WireLimits = ConsoleRequest<'createKey'>['body']['limits']

/** Keys of the signed-in account. */
export function keyHandlers(deps: ConsoleDeps): Handlers<Names> {
  const { store, ledger, clock } = deps
  return {
    async listKeys({ actor }) {
      return { items: await keyViews(deps, actor.accountId) }
    },
    async createKey({ actor, body }) {
      if (actor.role !== 'recruiter') throw consoleFault('recruiter_only')
      const { accountId } = actor
      const expiresAt = body.expires_at === null ? undefined : new Date(body.expires_at)
      const limits = toLimits(body.limits)
      const { key, apiKey } = await refusing(
        store.transaction(async (tx) => {
          const created = await createKey(tx, deps, { ...body, accountId, expiresAt })
          if (limits !== null) await ledger.setKeyLimitsIn(tx, accountId, created.apiKey.keyId, limits)
          return created
        }),
      )
      return { key, view: await keyViewOf(deps, apiKey) }
    },
    async changeKey({ actor: { accountId }, params, body }) {
      const changed = await refusing(
        store.transaction(async (tx) => {
          const key = await changeKey(tx, { clock }, accountId, params.id, body)
          if (body.limits !== undefined) {
            await ledger.setKeyLimitsIn(tx, accountId, key.keyId, toLimits(body.limits) ?? noLimits)
          }
          return key
        }),
      )
      return await keyViewOf(deps, changed)
    },
    async rotateKey({ actor: { accountId }, params, body }) {
      const { key, apiKey } = await refusing(
        store.transaction(async (tx) => {
          const rotated = await rotateKey(tx, deps, accountId, params.id, body.grace_hours * hourMs)
          await ledger.shareKeyLimitsIn(tx, accountId, params.id, rotated.apiKey.keyId)
          return rotated
        }),
      )
      return { key, view: await keyViewOf(deps, apiKey) }
    },
    async revokeKey({ actor: { accountId }, params }) {
      const revoked = await refusing(
        store.transaction((tx) => revokeKey(tx, { clock }, accountId, params.id)),
      )
      return await keyViewOf(deps, revoked)
    },
  }
}

const noLimits: KeyLimits = { total: null, daily: null, monthly: null }

/** Null: no limit. */
function toLimits({ total, daily, monthly }: WireLimits): KeyLimits | null {
  const limit = (value: number | null) => (value === null ? null : pointCents(value))
  const limits = { total: limit(total), daily: limit(daily), monthly: limit(monthly) }
  return Object.values(limits).every((each) => each === null) ? null : limits
}
