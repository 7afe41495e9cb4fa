export { AccountError, type AccountErrorCode } from './account-error.ts'
export {
  type Account,
  createAccount,
  findAccountByEmail,
  listAccounts,
  type NewAccount,
  type Page,
  setDisabled,
  setRole,
} from './accounts.ts'
export { type Authenticator, type AuthenticatorDeps, createAuthenticator } from './authenticator.ts'
export { keyPrefix } from './key-format.ts'
export {
  type ApiKey,
  type CreatedKey,
  createKey,
  findKey,
  type KeyState,
  keyState,
  listKeys,
  type NewKey,
  revokeKey,
  rotatedKeyLivesMs,
  rotateKey,
} from './keys.ts'
export { hashPassword } from './passwords.ts'
export { authorize, type Caller, type Role, requireRecruiter, roles, type Scope } from './roles.ts'
