import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedCoding } from '../encoding.ts'
import { etagOf, isKnown } from '../etag.ts'
import type { Http } from '../http.ts'
import { contentSecurityPolicy, page, pageScript, pageScriptPath, scalarVersion, scriptPath } from './page.ts'

/**
 * Scalar as stored in the repository, written by `tools/vendor-reference.ts`. The file is read per request
 * and not kept in memory.
 */
export const referenceScript = { version: scalarVersion, file: new URL('scalar.js.gz', import.meta.url) }

const pageEtag = etagOf(page)
/** Weak: compressed and plain share it. */
const scriptEtag = `W/"${scalarVersion}"`
const pageScriptEtag = etagOf(pageScript)
const yearSeconds = 31_536_000
const forEver = `public, max-age=${yearSeconds}, immutable`

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** The browser pages by path; each answers GET and HEAD. */
const routes: Readonly<Record<string, Handler>> = {
  '/docs/': (_request, reply) => reply.redirect('../docs'),
  '/docs': sendPage,
  [scriptPath]: sendScript,
  [pageScriptPath]: sendPageScript,
}

/** Adds the API reference. It contacts only this service, on the server and in the browser. */
export function addReferenceDoor({ app }: Http): void {
  for (const [url, handler] of Object.entries(routes)) app.route({ method: ['GET', 'HEAD'], url, handler })
}

function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    etag: pageEtag,
  })
  if (isKnown(request, pageEtag)) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(page)
}

function sendPageScript(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    'cache-control': forEver,
    etag: pageScriptEtag,
    'x-content-type-options': 'nosniff',
  })
  if (isKnown(request, pageScriptEtag)) return reply.code(304).send()
  return reply.type('text/javascript; charset=utf-8').send(pageScript)
}

async function sendScript(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({
    'cache-control': forEver,
    etag: scriptEtag,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  if (isKnown(request, scriptEtag)) return reply.code(304).send()
  reply.type('text/javascript; charset=utf-8')
  const packed = acceptedCoding(request, ['gzip']) !== null
  if (packed) {
    const { size } = await stat(referenceScript.file)
    reply.headers({ 'content-encoding': 'gzip', 'content-length': String(size) })
  }
  if (request.method === 'HEAD') return reply.send()
  const file = createReadStream(referenceScript.file)
  // If the client hangs up, this also closes the file.
  return reply.send(packed ? file : pipeline(file, createGunzip(), () => {}))
}
