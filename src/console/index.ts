export { type AssetsOptions, pageRoutes } from './assets.ts'
export { type CallLog, createCallLog } from './call-log.ts'
export { createConsole } from './create-console.ts'
export type { ConsoleDeps, ConsoleSettings, DrawPdfPage } from './deps.ts'
export { createMailer, type Mailer } from './mail.ts'
export { noKeyId } from './no-key.ts'
export type { PaymentOffer, PaymentProvider } from './payments.ts'
export {
  type CallQuery,
  type CallRow,
  callDaysStatement,
  callRecordStatement,
  callsStatement,
  findCallRecord,
  readCallDays,
  readCalls,
} from './read-calls.ts'
export { createStripeCheckout, type StripeSettings } from './stripe-checkout.ts'
export { signStripe } from './stripe-signature.ts'
export { usageDays } from './usage-days.ts'
export { deleteRecordsStatement, writeCallsStatement } from './write-calls.ts'
