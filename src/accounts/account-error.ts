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
 * A refusal that the caller can correct. The message says what is allowed and may be shown; it never contains
 * a key or a password.
 */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly code: AccountErrorCode

  constructor(code: AccountErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
