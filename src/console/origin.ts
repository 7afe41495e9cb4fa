import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { RawRequest } from './request.ts'

export interface ProxySettings {
  /** The address of the service as browsers know it; null: as the request names it. */
  readonly publicUrl: string | null
  /** Whether a proxy before the service sets X-Forwarded-For and X-Forwarded-Proto. */
  readonly trustProxy: boolean
}

/** Whether the browser speaks https, so that its cookie may be for https alone. */
export function isSecure(headers: IncomingHttpHeaders, settings: ProxySettings): boolean {
  if (settings.publicUrl !== null) return settings.publicUrl.startsWith('https:')
  return settings.trustProxy && lastOf(headers['x-forwarded-proto']) === 'https'
}

/**
 * Whether a write comes from a page of this service. Another site's page can't set X-Console without being
 * allowed to first, and browsers say where a request comes from: `Sec-Fetch-Site`, or the older `Origin`. A
 * browser that says neither is refused.
 */
export function isOwnPage(headers: IncomingHttpHeaders, settings: ProxySettings): boolean {
  if (headers['x-console'] !== '1') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin !== undefined && headers.origin === ownOrigin(headers, settings)
}

/** The origin of the pages that this request can come from. */
export function ownOrigin(headers: IncomingHttpHeaders, settings: ProxySettings): string {
  if (settings.publicUrl !== null) return new URL(settings.publicUrl).origin
  return `${isSecure(headers, settings) ? 'https' : 'http'}://${headers.host ?? ''}`
}

/** The caller's address: the proxy's word for it where one is trusted, which is the last in its list. */
export function addressOf(request: Pick<RawRequest, 'headers' | 'peerAddress'>, trustProxy: boolean): string {
  const forwarded = trustProxy ? lastOf(request.headers['x-forwarded-for']) : undefined
  const address = forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : request.peerAddress
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim()
}
