/**
 * The paths at which the server gives out the page of the user center: each of these alone and with anything
 * behind it. The client's router must have no other first part of a path; a test of the server holds it to
 * that.
 */
export const consolePageRoots = [
  'sign-in',
  'sign-up',
  'forgot-password',
  'reset-password',
  'keys',
  'balance',
  'statement',
  'usage',
  'batches',
  'playground',
  'settings',
  'admin',
] as const

/** Files of `web/public`, which keep their names. A test of the server holds this list to that folder. */
export const consolePublicFiles = ['icon.svg', 'theme-init.js'] as const

/** Where a one-time link leads. Its secret stands behind `#`, which a browser sends to nobody. */
export const resetPasswordLink = (baseUrl: string, token: string) =>
  `${baseUrl}/reset-password#token=${token}`
export const inviteLink = (baseUrl: string, code: string) => `${baseUrl}/sign-up#invite=${code}`
