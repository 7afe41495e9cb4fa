import type { IncomingHttpHeaders } from 'node:http'

/** The names under which clients reach the service, and the allowed page origins. */
export interface Reach {
  /** The address that the service listens on. */
  readonly host: string
  /** Names under which a proxy makes it reachable; the names of this machine are always allowed. */
  readonly allowedHosts: readonly string[]
  readonly corsOrigins: readonly string[]
}

/**
 * Why the Host or Origin of a request is not allowed; null if it is. By DNS rebinding, a foreign page can
 * reach a service on its reader's machine under its own name. So if the service listens only on this machine,
 * or names are listed, it accepts no other Host. A page's Origin must equal the Host, unless the operator
 * listed it.
 */
export function hostProblem(reach: Reach, headers: IncomingHttpHeaders): string | null {
  const host = hostnameOf(`http://${headers.host ?? ''}`)
  if (host === null) return 'the Host header is missing or malformed'
  const anyName = reach.allowedHosts.length === 0 && !listensOnLoopback(reach.host)
  if (!anyName && !isLoopback(host) && !reach.allowedHosts.includes(host)) {
    return 'the Host is not one that this service is known under (setting MCP_ALLOWED_HOSTS)'
  }
  const { origin } = headers
  if (origin === undefined || reach.corsOrigins.includes(origin)) return null
  const page = hostnameOf(origin)
  if (page !== null && (page === host || (isLoopback(page) && isLoopback(host)))) return null
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

/** Normalises the address through a URL, because it may be written in several ways. */
function listensOnLoopback(address: string): boolean {
  const hostname = hostnameOf(`http://${address.includes(':') ? `[${address}]` : address}`)
  return hostname !== null && isLoopback(hostname)
}

/** For a hostname as a URL has it: all of 127.0.0.0/8, also within IPv6, and ::1. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/.test(hostname)
}
