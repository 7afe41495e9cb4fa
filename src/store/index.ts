export { agreementOn, agreeOn, changeAgreement } from './agreements.ts'
export type { BackupSummary } from './backup/create.ts'
export { createBackup } from './backup/create.ts'
export { readBackup } from './backup/read.ts'
export { type Database, type DatabaseOptions, openDatabase } from './database.ts'
export {
  isCheckViolation,
  isRetryable,
  isTimeout,
  isUniqueViolation,
  StoreError,
} from './errors.ts'
export { type Migrated, migrate } from './migrate.ts'
export { openStore, type StoreLocation } from './open-store.ts'
export { otherConnections } from './other-connections.ts'
export type { Isolation, Queryable, TransactionOptions } from './queryable.ts'
export { type Restored, restoreStore } from './restore-store.ts'
export { empty, join, json, type NamedStatement, named, raw, type Sql, type Statement, sql } from './sql.ts'
export type { Tx } from './transaction.ts'
export { canWrite } from './write-probe.ts'
