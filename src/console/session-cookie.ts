import { sessionLifetimeMs } from '../accounts/index.ts'

/**
 * The cookie with the session token. Over https its name begins with `__Host-`: browsers accept such a
 * cookie only from this host, so another host of the domain can't set one. SameSite=Lax keeps the user
 * signed in when a link in a mail opens the page; origin.ts protects writes.
 */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-session' : 'session'
}

/** The value of Set-Cookie; null removes the cookie. */
export function sessionCookie(token: string | null, isSecure: boolean): string {
  const age = token === null ? 0 : Math.floor(sessionLifetimeMs / 1000)
  const attributes = [
    `${sessionCookieName(isSecure)}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${age}`,
  ]
  return [...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** The token in a Cookie header; undefined if there is none in our format. */
export function sessionTokenIn(header: string | undefined, isSecure: boolean): string | undefined {
  const prefix = `${sessionCookieName(isSecure)}=`
  const pair = header
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(prefix))
  const token = pair?.slice(prefix.length)
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}
