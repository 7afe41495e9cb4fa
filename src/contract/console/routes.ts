import { accountRoutes } from './account-routes.ts'
import { adminRoutes } from './admin-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import { usageRoutes } from './usage-routes.ts'
import { workRoutes } from './work-routes.ts'

/** All routes of the console API. */
export const consoleRoutes = {
  ...accountRoutes,
  ...keyRoutes,
  ...moneyRoutes,
  ...usageRoutes,
  ...workRoutes,
  ...adminRoutes,
} as const
export type ConsoleRouteName = keyof typeof consoleRoutes
