export { createConsole } from './create-console.ts'
export type { ConsoleDeps, ConsoleSettings } from './deps.ts'
export { createMailer, type Mailer } from './mail.ts'
