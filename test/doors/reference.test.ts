import { readdir, readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, type TestContext, test } from 'vitest'
import { defaultTerms, operationsUnder } from '../../src/contract/index.ts'
import { referenceScript } from '../../src/doors/index.ts'
import { installedReference } from '../../tools/vendor-reference.ts'
import { useBrowser } from '../support/browser.ts'
import { exchange, useWorld } from '../support/world.ts'

/** The API reference as people meet it: over HTTP, and in a browser that may ask nobody but the service. */

const world = useWorld()
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(world().url, { path, headers, method })
const scriptPath = `/docs/scalar-${referenceScript.version}.js`

describe('over HTTP', () => {
  test('a slash at its end leads to the reference', async () => {
    for (const path of ['/docs/']) {
      const { status, headers } = await get(path)
      expect(status).toBe(302)
      expect(new URL(headers.location ?? '', world().url + path).pathname).toBe('/docs')
    }
  })

  test('the page lets a browser ask nobody else, and is asked for again only when it changed', async () => {
    const { status, headers, text } = await get('/docs')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; /)
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/)
    expect(text).not.toMatch(/https?:/)
    const again = await get('/docs', { 'if-none-match': headers.etag ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('the script is served packed or plain, and kept for ever', async () => {
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

  test('who hangs up in the middle leaves no file open', async () => {
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

  test('HEAD tells the same without a body, other methods are refused', async () => {
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

describe('in a browser', () => {
  const browser = useBrowser()

  /** The page, with what it asked for elsewhere and what the browser complained of. */
  async function open(context: TestContext, colorScheme: 'light' | 'dark' = 'light') {
    const page = await (await browser(context)).newPage({ colorScheme })
    context.onTestFinished(() => page.close())
    const strays: string[] = []
    const isStray = (url: string) => !url.startsWith(`${world().url}/`) && !/^(data|blob):/.test(url)
    page.on('request', (request) => void (isStray(request.url()) && strays.push(request.url())))
    page.on('console', (message) => void (message.type() === 'error' && strays.push(message.text())))
    page.on('pageerror', (error) => void strays.push(error.message))
    await page.goto(`${world().url}/docs`)
    await page.getByRole('heading', { name: 'Recruiter Open API' }).first().waitFor()
    return { page, strays }
  }

  test('shows every operation, in the dark too, and asks nobody else', async (context) => {
    const { page, strays } = await open(context, 'dark')
    expect(new URL(page.url()).pathname).toBe('/docs')
    for (const { title } of operationsUnder(defaultTerms)) {
      await page.getByRole('link', { name: title }).first().waitFor()
    }
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    const [red] = (String(background).match(/\d+/g) ?? []).map(Number)
    expect(red).toBeLessThan(60)

    // On a telephone, too, no name of an operation is broken in two in the tables.
    await page.setViewportSize({ width: 390, height: 844 })
    const lines = `[...document.querySelectorAll('.markdown td:first-child')].map((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return text.getClientRects().length
    })`
    expect(new Set((await page.evaluate(lines)) as number[])).toEqual(new Set([1]))
    expect(strays).toEqual([])
  })

  test('says that one of two spellings is required, calls the service with a key, shows its answer, and keeps no key', async (context) => {
    const account = await world().account()
    const { page, strays } = await open(context)
    await page.getByPlaceholder('Token').first().fill(account.key)
    await page.getByRole('link', { name: 'Score a resume against a job description' }).first().click()
    for (const shown of ['as resume_text', 'as jd_text']) {
      await page.getByText(shown, { exact: true }).first().waitFor()
    }
    await page.getByRole('button', { name: /Test Request.*resume-jd/ }).click()
    const answered = page.waitForResponse((response) => response.url().endsWith('/matches/resume-jd'))
    await page.getByRole('button', { name: /^Send/ }).first().click()
    expect((await answered).status()).toBe(200)
    await page.getByText('200 OK').waitFor()
    await page.getByText('billed_point_cents').first().waitFor()
    expect(await account.balance()).toEqual({ spendable: 9_900, held: 0 })

    const stores =
      '[{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()]'
    const kept = String(await page.evaluate(`(async () => JSON.stringify(${stores}))()`))
    expect(kept).not.toContain(account.key)
    expect(kept).toMatch(/,\{\},"",\[\]\]$/)
    expect(strays).toEqual([])

    // What it could ask elsewhere for all the same is stopped by its policy.
    const elsewhere = await page.evaluate(`fetch('http://127.0.0.1:9/').then(() => 'asked', String)`)
    expect(elsewhere).toContain('TypeError')
    expect(strays.join()).toContain('Content Security Policy')
  })
})
