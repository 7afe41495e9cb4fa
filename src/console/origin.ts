import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { RawRequest } from './request.ts'

export interface ProxySettings {
  /** The service's address as browsers see it; null: taken from the request. */
  readonly publicUrl: string | null
  /** Whether a proxy in front of the service sets X-Forwarded-For and X-Forwarded-Proto. */
  readonly trustProxy: boolean
}

/** Whether the browser uses https, so that its cookie may be marked Secure. */
export function isSecure(headers: IncomingHttpHeaders, settings: ProxySettings): boolean {
  if (settings.publicUrl !== null) return settings.publicUrl.startsWith('https:')
  return settings.trustProxy && lastOf(headers['x-forwarded-proto']) === 'https'
}

/**
 * Whether a write comes from a page of this service. Another site can't send X-Console without a CORS
 * preflight, and browsers report the origin of a request in `Sec-Fetch-Site` or the older `Origin`. A
 * browser that sends neither is refused.
 */
export function isOwnPage(headers: IncomingHttpHeaders, settings: ProxySettings): boolean {
  if (headers['x-console'] !== '1') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin !== undefined && headers.origin === ownOrigin(headers, settings)
}

/** The origins that this request may come from. */
export function ownOrigin(headers: IncomingHttpHeaders, settings: ProxySettings): string {
  if (settings.publicUrl !== null) return new URL(settings.publicUrl).origin
  return `${isSecure(headers, settings) ? 'https' : 'http'}://${headers.host ?? ''}`
}

/** The caller's address: behind a trusted proxy, the last entry of its list. */
export function addressOf(request: Pick<RawRequest, 'headers' | 'peerAddress'>, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastOf(request.headers['x-forwarded-for']) : undefined
  const address = forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : request.peerAddress
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim()
}
