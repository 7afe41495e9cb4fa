import { StoreError } from '../errors.ts'

/** Why a backup can't be made, read or restored, in words for the operator. Quotes no row. */
export class BackupError extends StoreError {
  override readonly name = 'BackupError'
}
