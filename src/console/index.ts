export { type AssetsOptions, pageRoutes } from './assets.ts'
export { createConsole } from './create-console.ts'
export type { ConsoleDeps, ConsoleSettings } from './deps.ts'
export { createMailer, type Mailer } from './mail.ts'
