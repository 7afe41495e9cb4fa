import { StoreError } from '../errors.ts'

/** Why a backup cannot be made, read or restored, for the operator. Quotes no row. */
export class BackupError extends StoreError {
  override readonly name = 'BackupError'
}
