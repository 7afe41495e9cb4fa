/**
 * Paths at which the server serves the page of the user center, with everything below them. The client's
 * router uses no other first path segment; a test checks it.
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

/** Files of `web/public`, which keep their names. A test compares this list with the folder. */
export const consolePublicFiles = ['icon.svg', 'theme-init.js'] as const

/** The address of a one-time link. Its secret is behind `#`, because browsers don't send that part. */
export const resetPasswordLink = (baseUrl: string, token: string) =>
  `${baseUrl}/reset-password#token=${token}`
export const inviteLink = (baseUrl: string, code: string) => `${baseUrl}/sign-up#invite=${code}`
