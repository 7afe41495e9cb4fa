import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, type TestContext } from 'vitest'

/**
 * A page of the user center that fails its test on a policy violation, an error in the console, an
 * unexpected status, or a request to another host.
 */
export interface GuardedPage {
  readonly page: Page
  /** Allows answers of this status at paths with this prefix, from now on. */
  expectStatus(status: number, path: string): void
  /** Allows failed requests from now on, when the test disconnects the network. */
  expectNoNetwork(): void
  /** The problems so far; also checked at the end of the test. */
  complaints(): string[]
  /** Evaluates in the page, regardless of its policy. */
  evaluate<Result>(expression: string): Promise<Result>
  /** Calls of the API since the last check. */
  takeCalls(): string[]
}

export type PageOptions = BrowserContextOptions & {
  readonly theme?: 'light' | 'dark'
  readonly language?: 'zh' | 'en'
  /** Scripts that run in the page before its own, such as axe. */
  readonly script?: string
  /** Allowed origins of redirects, such as a payment provider. */
  readonly elsewhere?: readonly string[]
}

const watchViolations = `addEventListener('securitypolicyviolation', (event) =>
  console.error('policy violated: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`

/** Opens an empty page; the test navigates first. */
export async function guardedPage(
  context: TestContext,
  browser: Browser,
  baseURL: string,
  { theme = 'light', language = 'en', script, elsewhere = [], ...options }: PageOptions = {},
): Promise<GuardedPage> {
  const opened = await browser.newContext({
    baseURL,
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...options,
  })
  await opened.addInitScript({ content: watchViolations })
  if (script !== undefined) await opened.addInitScript({ content: script })
  const page = await opened.newPage()
  const found: string[] = []
  const calls: string[] = []
  const expected: { readonly status: number; readonly path: string }[] = []
  let networkMayFail = false
  const isExpected = (status: number, url: string) =>
    expected.some((each) => each.status === status && new URL(url).pathname.startsWith(each.path))

  page.on('request', (request) => {
    const url = request.url()
    if (/^(data|blob):/.test(url)) return
    const { origin } = new URL(url)
    if (origin !== baseURL && !elsewhere.includes(origin)) found.push(`asked elsewhere: ${url}`)
    const { pathname } = new URL(url)
    if (pathname.startsWith('/console/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  page.on('response', (response) => {
    if (response.status() < 400 || isExpected(response.status(), response.url())) return
    found.push(`${response.status()} from ${response.request().method()} ${response.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // The browser's own message about a status or a lost connection, which is checked above.
    if (message.text().startsWith('Failed to load resource: the server responded')) return
    if (networkMayFail && message.text().startsWith('Failed to load resource: net::')) return
    found.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => void found.push(`error: ${error.message}`))
  context.onTestFinished(async () => {
    await opened.close()
    expect(found).toEqual([])
  })
  return {
    page,
    expectStatus: (status, path) => void expected.push({ status, path }),
    expectNoNetwork: () => {
      networkMayFail = true
    },
    complaints: () => [...found],
    takeCalls: () => calls.splice(0),
    evaluate: (expression) => evaluate(page, expression),
  }
}

/** The protocol's evaluation. That of the library compiles text, which Trusted Types refuse. */
async function evaluate<Result>(page: Page, expression: string): Promise<Result> {
  const session = await page.context().newCDPSession(page)
  try {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'failed')
    return result.value as Result
  } finally {
    await session.detach()
  }
}
