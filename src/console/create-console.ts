import type { ConsoleRouteName } from '../contract/index.ts'
import { accountHandlers } from './account-handlers.ts'
import { adminHandlers } from './admin-handlers.ts'
import { pageRoutes } from './assets.ts'
import { batchHandlers } from './batch-handlers.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleDoor } from './door.ts'
import { drawHandlers } from './draw-handlers.ts'
import { firstStepHandlers } from './first-step-handlers.ts'
import { healthHandlers } from './health-handlers.ts'
import { inviteHandlers } from './invite-handlers.ts'
import { keyHandlers } from './key-handlers.ts'
import { moneyHandlers } from './money-handlers.ts'
import { paymentRoutes } from './payment-routes.ts'
import { pointHandlers } from './point-handlers.ts'
import type { Handlers, RawRoute } from './request.ts'
import { usageHandlers } from './usage-handlers.ts'
import { workHandlers } from './work-handlers.ts'

/**
 * The user center: its API and its page. Each area contributes the handlers of its routes; a route without
 * a handler is 404.
 */
export function createConsole(deps: ConsoleDeps): RawRoute[] {
  const handlers: Partial<Handlers<ConsoleRouteName>> = {
    ...accountHandlers(deps),
    ...firstStepHandlers(deps),
    ...inviteHandlers(deps),
    ...keyHandlers(deps),
    ...moneyHandlers(deps),
    ...pointHandlers(deps),
    ...workHandlers(deps),
    ...batchHandlers(deps),
    ...drawHandlers(deps),
    ...usageHandlers(deps),
    ...adminHandlers(deps),
    ...healthHandlers(deps),
  }
  return [
    ...consoleDoor(deps, handlers),
    ...paymentRoutes(deps),
    ...pageRoutes({ folder: deps.pagesFolder, instead: 'docs' }),
  ]
}
