export { type Charge, type ChargedDay, chargesOf, readChargedDays } from './charges.ts'
export { createLedger, type LedgerDeps } from './create-ledger.ts'
export { findCall, type LedgerCall } from './find-call.ts'
export { type HeldNow, readHeldNow, readSpendable } from './held-now.ts'
export type {
  Admission,
  AdmitRequest,
  Balance,
  Difference,
  Door,
  Granted,
  GrantSource,
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
export { readLowLine, setLowLine } from './low-line.ts'
export { completePayment, type NewPayment, openPayment, type Paid, readPayment } from './payments.ts'
export type {
  AccountMoney,
  GrantRecord,
  KeyUsage,
  Money,
  Refunded,
  StatementEntry,
  StatementMovement,
  StatementQuery,
} from './statement-types.ts'
export {
  createVouchers,
  listVouchers,
  type NewVouchers,
  type Redeemed,
  redeemVoucher,
  type Voucher,
} from './vouchers.ts'
