import { readFile } from 'node:fs/promises'
import { consolePageRoots, consolePublicFiles } from '../contract/index.ts'
import { createPageFiles, type PageFile, type PageFiles } from './page-files.ts'
import type { RawReply, RawRequest, RawRoute } from './request.ts'

/**
 * Serves the built page of the user center. Every route of its router returns the same index.html. Files
 * with a hash in their name never change.
 */

const contentSecurityPolicy = [
  "default-src 'self'",
  // The service draws page pictures and sends them inside a JSON answer.
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const headersOfAll = {
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}
const hashedControl = 'public, max-age=31536000, immutable'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

const methods = ['GET', 'HEAD']
/** In order of preference: best compression first. */
const encodings = [
  { name: 'br', ending: 'br' },
  { name: 'gzip', ending: 'gz' },
]

export interface AssetsOptions {
  /** The build's folder; the build may appear later or be replaced. */
  readonly folder: string
  /** Where `/` redirects while there is no build. */
  readonly instead: string
}

/** Routes that serve the page and its files. */
export function pageRoutes({ folder, instead }: AssetsOptions): RawRoute[] {
  const files = createPageFiles(folder)
  const index = (request: RawRequest) => send(files, request, '/index.html', 'no-store')
  const home = async (request: RawRequest) => (await index(request)) ?? redirect(instead)
  const page = async (request: RawRequest) => (await index(request)) ?? missing()
  const hashed = async (request: RawRequest) =>
    (await send(files, request, request.path, hashedControl)) ?? missing()
  const loose = async (request: RawRequest) =>
    (await send(files, request, request.path, 'no-cache')) ?? missing()
  const roots = consolePageRoots.flatMap((root) => [`/${root}`, `/${root}/*`])
  return [
    { methods, path: '/', handle: home },
    ...roots.map((path) => ({ methods, path, handle: page })),
    { methods, path: '/assets/*', handle: hashed },
    ...consolePublicFiles.map((name) => ({ methods, path: `/${name}`, handle: loose })),
  ]
}

async function send(
  files: PageFiles,
  request: RawRequest,
  path: string,
  cacheControl: string,
): Promise<RawReply | undefined> {
  const file = await files.find(path)
  if (file === undefined) return undefined
  const headers = {
    ...headersOfAll,
    'cache-control': cacheControl,
    etag: file.etag,
    vary: 'Accept-Encoding',
    'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
  }
  if (cacheControl !== 'no-store' && knows(request, file)) return { status: 304, headers, body: nothing }
  const packing = encodings.find(({ name, ending }) => file.packed.has(ending) && accepts(request, name))
  const place = packing === undefined ? file.place : `${file.place}.${packing.ending}`
  const bytes = await readFile(place).catch(() => null)
  // The build is being replaced; the browser's next request finds it.
  if (bytes === null) return missing()
  const encoded = packing === undefined ? {} : { 'content-encoding': packing.name }
  const length = { 'content-length': String(bytes.length) }
  const body = request.method === 'HEAD' ? nothing : bytes
  return { status: 200, headers: { ...headers, ...encoded, ...length }, body }
}

const nothing = new Uint8Array(0)

function redirect(location: string): RawReply {
  return { status: 302, headers: { location, 'content-type': 'text/plain; charset=utf-8' }, body: nothing }
}

function missing(): RawReply {
  const body = new TextEncoder().encode('404: there is no such file, or the user center is not built yet.\n')
  return { status: 404, headers: { ...headersOfAll, 'content-type': 'text/plain; charset=utf-8' }, body }
}

function knows({ headers }: RawRequest, { etag }: PageFile): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known?.includes(etag) ?? false
}

/** Whether Accept-Encoding lists an encoding with a weight above 0. */
function accepts({ headers }: RawRequest, name: string): boolean {
  const wanted = String(headers['accept-encoding'] ?? '').toLowerCase()
  return wanted.split(',').some((each) => {
    const [encoding, ...parameters] = each.split(';').map((part) => part.trim())
    return encoding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
