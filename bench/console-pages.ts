import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { consolePrefix } from '../src/contract/index.ts'
import type { Row } from './run.ts'
import { type ConsoleService, startConsole } from './support/console-service.ts'

/**
 * Measures the user center in Chromium on this machine. For each page: the first paint, the time of a click
 * to it from another page, its requests and the bytes it fetches. Also measures the memory of a table of
 * 100,000 calls. `CHROMIUM_PATH` names the browser. The pages must be built (`npm start` builds them).
 */
const paths = ['/', '/keys', '/usage', '/balance', '/statement', '/batches', '/playground', '/settings']
const rounds = 5
const rowsMany = 100_000

export async function run(): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-pages-'))
  const stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    const service = await startConsole(folder, stack)
    const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
    const args = ['--no-sandbox', '--disable-dev-shm-usage', '--enable-precise-memory-info']
    const browser = await chromium.launch({ executablePath, args })
    stack.defer(() => browser.close())
    const open = async () => {
      const context = await browser.newContext({ baseURL: service.url, locale: 'en-GB' })
      await signIn(context, service)
      return context
    }
    const rows: Row[] = []
    for (const path of paths) rows.push(await measure(open, path))
    return [...rows, await manyRows(open)]
  } finally {
    await stack.disposeAsync()
  }
}

type Open = () => Promise<BrowserContext>

function signIn(context: BrowserContext, { url, token }: ConsoleService): Promise<void> {
  return context.addCookies([{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Each round runs in its own context with an empty cache. */
async function measure(open: Open, path: string): Promise<Row> {
  const paints: number[] = []
  const clicks: number[] = []
  let calls = 0
  let bytes = 0
  for (let round = 0; round < rounds; round += 1) {
    const context = await open()
    const page = await context.newPage()
    calls = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith(consolePrefix)) calls += 1
    })
    await shown(page, path)
    paints.push(
      await inPage<number>(page, "performance.getEntriesByName('first-contentful-paint')[0].startTime"),
    )
    bytes = await inPage<number>(
      page,
      "performance.getEntriesByType('resource').reduce((sum, each) => sum + each.transferSize, 0)",
    )
    const asked = calls
    if (path !== '/') clicks.push(await clickTo(page, path))
    calls = asked
    await context.close()
  }
  return {
    page: path,
    'first contentful paint, ms': middle(paints),
    'click to it from the first page, ms': clicks.length === 0 ? '' : middle(clicks),
    'requests of the API': calls,
    'kB fetched, cache empty': Math.round(bytes / 1000),
  }
}

async function shown(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** The time from the click to the frame that shows the heading of the other page. */
async function clickTo(page: Page, path: string): Promise<number> {
  await shown(page, '/')
  return inPage<number>(
    page,
    `new Promise((done) => {
      const link = document.querySelector('nav a[href="${path}"]')
      const before = document.querySelector('h1')
      const started = performance.now()
      const look = () => {
        const now = document.querySelector('h1')
        if (now !== null && now !== before && now.textContent !== before.textContent) {
          requestAnimationFrame(() => done(performance.now() - started))
        } else requestAnimationFrame(look)
      }
      link.click()
      look()
    })`,
  )
}

async function manyRows(open: Open): Promise<Row> {
  const context = await open()
  const page = await context.newPage()
  await shown(page, '/usage')
  const before = await heapMb(page)
  const items = Array.from({ length: rowsMany }, (_, index) => ({
    request_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    at: new Date(1_790_000_000_000 - index * 1000).toISOString(),
    ...{ operation: 'matchResumeToJd', door: 'rest', key_id: null, key_name: null, state: 'charged' },
    ...{ status: 200, error: null, milliseconds: 12, pages: null, tokens: 900, point_cents: 100 },
  }))
  await page.route('**/console/api/calls?*', (route) => route.fulfill({ json: { items, next: null } }))
  await page.reload()
  await page.getByText('That is all').waitFor()
  const after = await heapMb(page)
  const rows = await inPage<number>(page, "document.querySelectorAll('tr[data-index]').length")
  await context.close()
  return {
    page: `/usage with ${rowsMany} calls: ${rows} rows in the page, heap ${before} MB before, ${after} MB after`,
  }
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.detach()
  return Math.round((await inPage<number>(page, 'performance.memory.usedJSHeapSize')) / 1e6)
}

/** Uses the protocol: the pages require Trusted Types, which the library's own evaluation doesn't meet. */
async function inPage<Value>(page: Page, expression: string): Promise<Value> {
  const session = await page.context().newCDPSession(page)
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'failed')
  return result.value as Value
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}
