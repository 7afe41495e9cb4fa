import type { ConsoleDeps } from './deps.ts'
import type { ConsoleRequest, Handlers } from './request.ts'
import { sessionReply } from './session-reply.ts'

/** Account: who is signed in. */
export function accountHandlers(deps: ConsoleDeps) {
  return {
    readSession: async ({ actor, origin }: ConsoleRequest<'readSession'>) =>
      sessionReply(deps, actor, origin),
  } satisfies Partial<Handlers<'readSession'>>
}
