export { AccountError, type AccountErrorCode } from './account-error.ts'
export {
  type Account,
  createAccount,
  emailsOf,
  findAccountByEmail,
  listAccounts,
  type NewAccount,
  type Page,
  setDisabled,
  setRole,
} from './accounts.ts'
export { type AttemptLimit, countAttempt, forgetAttempts } from './attempts.ts'
export { type Act, type AuditPage, type AuditRow, audit, listAudit } from './audit.ts'
export { type Authenticator, type AuthenticatorDeps, createAuthenticator } from './authenticator.ts'
export { normalizeEmail } from './email.ts'
export { type FirstStep, type FirstSteps, noteFirstSteps, readFirstSteps } from './first-steps.ts'
export {
  createInvite,
  findOpenInvite,
  type Invite,
  listInvites,
  type NewInvite,
  redeemInvite,
} from './invites.ts'
export { keyPrefix } from './key-format.ts'
export {
  type ApiKey,
  type CreatedKey,
  changeKey,
  createKey,
  findKey,
  type KeyChange,
  type KeyState,
  keyState,
  listKeys,
  type NewKey,
  revokeKey,
  rotatedKeyLifetimeMs,
  rotateKey,
} from './keys.ts'
export { makeResetToken, resetLinkLifetimeMs, resetPassword } from './password-resets.ts'
export { hashPassword } from './passwords.ts'
export { authorize, type Caller, type Role, requireRecruiter, roles, type Scope } from './roles.ts'
export {
  type AccountSearch,
  findAccount,
  type KnownAccount,
  searchAccounts,
  searchStatement,
} from './search-accounts.ts'
export {
  endSession,
  endSessions,
  listSessions,
  readSession,
  type Session,
  type SessionPlace,
  type SignedIn,
  sessionLifetimeMs,
  startSession,
} from './sessions.ts'
export { type Credentials, changePassword, signIn } from './sign-in.ts'
