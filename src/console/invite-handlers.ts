import { audit, createInvite, listInvites } from '../accounts/index.ts'
import { inviteLink } from '../contract/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { refusing } from './refusals.ts'
import type { Handlers } from './request.ts'

const dayMs = 86_400_000
const listedMax = 200

/** Invitations, for administrators. */
export function inviteHandlers(deps: ConsoleDeps): Handlers<'listInvites' | 'createInvite'> {
  const { store, clock } = deps
  return {
    async listInvites() {
      const invites = await listInvites(store, { after: null, limit: listedMax })
      const items = invites.map((invite) => ({
        invite_id: invite.inviteId,
        email: invite.email,
        role: invite.role,
        created_at: invite.createdAt.toISOString(),
        expires_at: invite.expiresAt.toISOString(),
        used_at: invite.usedAt?.toISOString() ?? null,
      }))
      return { items, next: null }
    },
    async createInvite({ actor, body, origin }) {
      const expiresAt = new Date(clock.now().getTime() + body.expires_in_days * dayMs)
      const email = body.email ?? null
      const { code } = await refusing(
        store.transaction(async (tx) => {
          const made = await createInvite(tx, deps, { email, role: body.role, expiresAt })
          await audit(tx, deps, {
            ...{ actor, source: 'console', action: 'invite.create', target: made.inviteId },
            detail: { role: body.role, email, expires_at: expiresAt.toISOString() },
          })
          return made
        }),
      )
      return { code, link: inviteLink(origin.baseUrl, code), expires_at: expiresAt.toISOString() }
    },
  }
}
