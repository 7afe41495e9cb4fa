export type { KeyView } from './key-routes.ts'
export type { StatementLine } from './money-routes.ts'
export {
  type BodyOf,
  type ConsoleErrorCode,
  type ConsoleRoute,
  consoleErrorTable,
  consolePrefix,
  type QueryOf,
  type ReplyOf,
} from './route.ts'
export { type ConsoleRouteName, consoleRoutes } from './routes.ts'
export type { AccountView, MoneyView } from './shapes.ts'
