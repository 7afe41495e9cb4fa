/** Why a request about accounts or keys was refused. */
export type AccountErrorCode =
  | 'email_invalid'
  | 'email_taken'
  | 'account_unknown'
  | 'password_invalid'
  | 'key_unknown'
  | 'key_inactive'
  | 'key_name_invalid'
  | 'scopes_invalid'
  | 'expiry_invalid'

/**
 * A refusal that its cause can put right. The message says what is allowed and may be shown as it is; it
 * never holds a key or a password.
 */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly code: AccountErrorCode

  constructor(code: AccountErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
