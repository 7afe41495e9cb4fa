import type { IncomingHttpHeaders } from 'node:http'

/** Under which names the service is reached, and from which pages. */
export interface Reach {
  /** The address that the service listens on. */
  readonly host: string
  /** Names that a proxy in front of it is reached under; the names of this machine always count. */
  readonly allowedHosts: readonly string[]
  readonly corsOrigins: readonly string[]
}

/**
 * Why a request comes from a page or under a name that it shouldn't; null when it doesn't. A page elsewhere
 * can reach a service on its reader's own machine under a name of its own (DNS rebinding), so where the
 * service listens on this machine alone, or names are listed, it answers to no other name. A page may call
 * it under the page's own name only, unless the operator listed the page's origin.
 */
export function foreignness(reach: Reach, headers: IncomingHttpHeaders): string | null {
  const host = hostnameOf(`http://${headers.host ?? ''}`)
  if (host === null) return 'the Host header is missing or malformed'
  const anyName = reach.allowedHosts.length === 0 && !listensHereOnly(reach.host)
  if (!anyName && !isThisMachine(host) && !reach.allowedHosts.includes(host)) {
    return 'the Host is not one that this service is known under (setting MCP_ALLOWED_HOSTS)'
  }
  const { origin } = headers
  if (origin === undefined || reach.corsOrigins.includes(origin)) return null
  const page = hostnameOf(origin)
  if (page !== null && (page === host || (isThisMachine(page) && isThisMachine(host)))) return null
  return 'pages of this Origin may not call (setting CORS_ORIGINS)'
}

function hostnameOf(url: string): string | null {
  try {
    const { protocol, hostname } = new URL(url)
    return protocol === 'http:' || protocol === 'https:' ? hostname : null
  } catch {
    return null
  }
}

/** An address to listen on may be written in ways that a URL has one form for. */
function listensHereOnly(address: string): boolean {
  const hostname = hostnameOf(`http://${address.includes(':') ? `[${address}]` : address}`)
  return hostname !== null && isThisMachine(hostname)
}

/** Of a hostname as a URL has it: all of 127.0.0.0/8, also within IPv6, and ::1. */
function isThisMachine(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/.test(hostname)
}
