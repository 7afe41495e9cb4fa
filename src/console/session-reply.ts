import type { ConsoleDeps } from './deps.ts'
import type { Actor, Origin, Reply } from './request.ts'

/** The signed-in user, and the service's public settings. */
export function sessionReply(deps: ConsoleDeps, actor: Actor | null, origin: Origin): Reply<'readSession'> {
  const { settings, terms, mailer } = deps
  return {
    account:
      actor === null
        ? null
        : {
            account_id: actor.accountId,
            email: actor.email,
            role: actor.role,
            created_at: actor.createdAt.toISOString(),
          },
    sign_up: settings.signUp,
    signup_bonus_point_cents: settings.signupBonusPointCents,
    mail: mailer !== null,
    time_zone: terms.quotaTimeZone,
    base_url: origin.baseUrl,
    mcp_tool_prefix: settings.mcpToolPrefix,
  }
}
