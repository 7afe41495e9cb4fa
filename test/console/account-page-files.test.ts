import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageRoutes } from '../../src/console/index.ts'
import { consolePageRoots, consolePublicFiles } from '../../src/contract/index.ts'
import { addPlainRoutes, createHttp } from '../../src/doors/index.ts'
import { randomIds, systemClock } from '../../src/kit/index.ts'
import { exchange } from '../support/world.ts'

/** A build of the page in its own folder, served over real HTTP. */
let folder = ''
let url = ''
const stack = new AsyncDisposableStack()
const script = 'console.log("the page")\n'.repeat(40)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const http = createHttp({ ids: randomIds(), clock: systemClock(), uploadsMax: 1, corsOrigins: [] })
  addPlainRoutes(http, pageRoutes({ folder, instead: 'docs' }))
  url = await http.app.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(() => http.app.close())
})
afterAll(() => stack.disposeAsync())

const get = (path: string, headers = {}, method = 'GET') => exchange(url, { path, headers, method })

async function build(html: string) {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'assets', 'main-abc.js'), script)
  await writeFile(join(folder, 'assets', 'main-abc.js.gz'), gzipSync(script))
  await writeFile(join(folder, 'theme-init.js'), 'void 0')
  await writeFile(join(folder, 'built-from'), 'secret')
  await writeFile(join(folder, 'index.html'), html)
}

test('without a build / redirects to the reference, and pages explain it', async () => {
  const home = await get('/')
  expect([home.status, home.headers.location]).toEqual([302, 'docs'])
  expect((await get('/keys')).status).toBe(404)
  expect((await get('/assets/main-abc.js')).status).toBe(404)
})

test('each path of the page returns the same page, with a strict policy and no caching', async () => {
  await build('<!doctype html><title>one</title>')
  for (const path of ['/', '/keys', '/batches/0190-x/compare', '/admin/accounts?search=a', '/sign-in']) {
    const { status, text, headers } = await get(path)
    expect([path, status, text]).toEqual([path, 200, '<!doctype html><title>one</title>'])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    const policy = headers['content-security-policy'] ?? ''
    for (const part of [
      "default-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]) {
      expect(policy.split('; ')).toContain(part)
    }
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
  }
})

test('files with a hash in their name are cached forever, and compressed if the browser accepts it', async () => {
  await build('<!doctype html>')
  const plain = await get('/assets/main-abc.js')
  expect(plain.text).toBe(script)
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(plain.headers.vary).toContain('Accept-Encoding')
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await fetch(`${url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'br, gzip' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(await packed.text()).toBe(script)
  const refused = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip;q=0' })
  expect(refused.headers['content-encoding']).toBeUndefined()
  expect(gunzipSync(await readFile(join(folder, 'assets', 'main-abc.js.gz'))).toString()).toBe(script)
})

test('HEAD returns the length; unchanged files are not sent again', async () => {
  await build('<!doctype html>')
  const head = await get('/theme-init.js', {}, 'HEAD')
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '6'])
  const again = await get('/theme-init.js', { 'if-none-match': head.headers.etag ?? '' })
  expect([again.status, again.text]).toEqual([304, ''])
  expect(again.headers['content-length']).toBeUndefined()
})

test('no other file of the machine is served', async () => {
  await build('<!doctype html>')
  for (const path of [
    '/assets/../built-from',
    '/assets/..%2fbuilt-from',
    '/assets/%2e%2e/built-from',
    '/built-from',
    '/assets/main-abc.js.gz',
    '/assets/',
    '/package.json',
  ]) {
    expect((await get(path)).status, path).toBe(404)
  }
  expect((await get('/keys', {}, 'POST')).status).toBe(405)
})

test('a new build replaces the first while the service runs', async () => {
  await build('<!doctype html><title>first</title>')
  expect((await get('/')).text).toContain('first')
  await build('<!doctype html><title>the second</title>')
  expect((await get('/')).text).toContain('the second')
})

test("the server serves every path of the client's router and every file of the build", async () => {
  const router = await readFile(new URL('../../web/src/router.tsx', import.meta.url), 'utf8')
  const paths = [...router.matchAll(/(?<!adminPage\(\s*)'\/([\w-]+)[\w/$-]*'/g)].map(([, root]) => root ?? '')
  expect(new Set(paths).size).toBeGreaterThan(5)
  const unknown = paths.filter((root) => !(consolePageRoots as readonly string[]).includes(root))
  expect(unknown, 'add them to src/contract/console/pages.ts').toEqual([])
  const publicFiles = await readdir(new URL('../../web/public', import.meta.url))
  expect(publicFiles.sort()).toEqual([...consolePublicFiles].sort())
})
