export { createLedger, type LedgerDeps } from './create-ledger.ts'
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
  Settled,
  Settlement,
  Swept,
  TransactionAnswer,
  TransactionCommand,
  UsageQuery,
  UsageRow,
  VerifyReport,
  Withdrawn,
} from './ledger.ts'
export { type Charge, type ChargedDay, chargesOf, readChargedDays } from './read/charges.ts'
export { findCall, type LedgerCall } from './read/find-call.ts'
export { type HeldNow, readHeldNow, readSpendable } from './read/held-now.ts'
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
export { readLowLine, setLowLine } from './write/low-line.ts'
export { completePayment, type NewPayment, openPayment, type Paid, readPayment } from './write/payments.ts'
export {
  createVouchers,
  listVouchers,
  type NewVouchers,
  type Redeemed,
  redeemVoucher,
  type Voucher,
} from './write/vouchers.ts'
