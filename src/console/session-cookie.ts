import { sessionLivesMs } from '../accounts/index.ts'

/**
 * The cookie that holds a session's token. Over https its name begins with `__Host-`, which a browser accepts
 * from this very host alone, so that no other host of the domain can set one. Lax: a link in a mail opens the
 * page signed in; writes are guarded by more than the cookie (origin.ts).
 */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-session' : 'session'
}

/** The value of Set-Cookie; null takes the cookie away. */
export function sessionCookie(token: string | null, isSecure: boolean): string {
  const age = token === null ? 0 : Math.floor(sessionLivesMs / 1000)
  const attributes = [
    `${sessionCookieName(isSecure)}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${age}`,
  ]
  return [...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** The token in a Cookie header; undefined where there is none of the form that is made here. */
export function sessionTokenIn(header: string | undefined, isSecure: boolean): string | undefined {
  const prefix = `${sessionCookieName(isSecure)}=`
  const pair = header
    ?.split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(prefix))
  const token = pair?.slice(prefix.length)
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}
