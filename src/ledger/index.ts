export { type Charge, type ChargedDay, chargesOf, readChargedDays } from './charges.ts'
export { createLedger, type LedgerDeps } from './create-ledger.ts'
export { type HeldNow, readHeldNow, readSpendable } from './held-now.ts'
export type { KeyUsage } from './key-usage.ts'
export type {
  Admission,
  AdmitRequest,
  Balance,
  Difference,
  Door,
  Granted,
  GrantView,
  HoldState,
  KeyLimitHit,
  KeyLimits,
  KeySpending,
  Ledger,
  NewGrant,
  NewWithdrawal,
  OpenHold,
  OwnQuota,
  QuotaExceeded,
  QuotaState,
  QuotaWindow,
  SeamAnswer,
  SeamCommand,
  Settled,
  Settlement,
  Swept,
  UsageQuery,
  UsageRow,
  VerifyReport,
  Withdrawn,
} from './ledger.ts'
export { type GrantSource, grantSources } from './ledger.ts'
export { readLowLine, setLowLine } from './low-line.ts'
export { readGrant } from './money.ts'
export { completePayment, type NewPayment, openPayment, type Paid } from './payments.ts'
export {
  type AccountMoney,
  type GrantRecord,
  type Money,
  movements,
  type Refunded,
  type StatementEntry,
  type StatementMovement,
  type StatementQuery,
} from './statement-types.ts'
export {
  createVouchers,
  listVouchers,
  type NewVouchers,
  type Redeemed,
  redeemVoucher,
  type Voucher,
} from './vouchers.ts'
