import { readdir, readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { referenceScript } from '../../src/doors/index.ts'
import { installedReference } from '../../tools/vendor-reference.ts'
import { exchange, useWorld } from '../support/world.ts'

/** The API reference over HTTP; in a browser: reference.system.test.ts. */

const world = useWorld()
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(world().url, { path, headers, method })
const scriptPath = `/docs/scalar-${referenceScript.version}.js`

describe('over HTTP', () => {
  test('a trailing slash redirects to the reference', async () => {
    for (const path of ['/docs/']) {
      const { status, headers } = await get(path)
      expect(status).toBe(302)
      expect(new URL(headers.location ?? '', world().url + path).pathname).toBe('/docs')
    }
  })

  test("the page's policy forbids other hosts, and the page is revalidated", async () => {
    const { status, headers, text } = await get('/docs')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /)
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
    expect(text).not.toMatch(/https?:|<script>| on\w+=/)
    const again = await get('/docs', { 'if-none-match': headers.etag ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('the script is served compressed or plain, and cached forever', async () => {
    const [packed, plain] = await Promise.all([
      fetch(world().url + scriptPath, { headers: { 'accept-encoding': 'br;q=1, gzip' } }),
      fetch(world().url + scriptPath, { headers: { 'accept-encoding': 'gzip;q=0' } }),
    ])
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(1_500_000)
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const { headers } of [packed, plain]) {
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('vary')).toBe('Accept-Encoding')
    }
    expect(await packed.text()).toBe(await plain.text())
    const again = await get(scriptPath, { 'if-none-match': packed.headers.get('etag') ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('the page has its own script, whose path contains its hash', async () => {
    const path = `/${/docs\/page-[\w-]{12}[.]js/.exec((await get('/docs')).text)?.[0]}`
    const { status, headers, text } = await get(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(text).not.toMatch(/https?:|localStorage|sessionStorage|cookie|innerHTML/)
    const again = await get(path, { 'if-none-match': headers.etag ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('a client that disconnects leaves no file open', async () => {
    const openFiles = async () => (await readdir('/dev/fd')).length
    const before = await openFiles()
    for (const encoding of Array.from({ length: 15 }, () => ['gzip', 'identity']).flat()) {
      const hangUp = new AbortController()
      const headers = { 'accept-encoding': encoding }
      const response = await fetch(world().url + scriptPath, { headers, signal: hangUp.signal })
      await response.body?.getReader().read()
      hangUp.abort()
    }
    await expect.poll(openFiles).toBeLessThan(before + 10)
  })

  test('HEAD returns the same headers without a body, other methods are refused', async () => {
    for (const path of ['/', '/docs', scriptPath]) {
      const [head, whole] = await Promise.all([get(path, {}, 'HEAD'), get(path)])
      expect(head).toMatchObject({ status: whole.status, text: '' })
      expect(head.headers.etag).toBe(whole.headers.etag)
      for (const method of ['POST', 'DELETE', 'OPTIONS']) {
        const refused = await get(path, {}, method)
        expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
        expect(refused.body.error).toBe('method_not_allowed')
      }
    }
    expect((await get('/docs/scalar-0.0.0.js')).status).toBe(404)
  })
})

test('the script in the repository is that of the package', async () => {
  const { script, version } = await installedReference()
  expect(version, 'src/doors/reference/page.ts: scalarVersion').toBe(referenceScript.version)
  const kept = gunzipSync(await readFile(referenceScript.file)).toString('utf8')
  expect(kept === script, 'run: node tools/vendor-reference.ts').toBe(true)
})
