import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, type TestContext } from 'vitest'

/** A real Chromium for tests. Nothing is downloaded: it is the one of the system. */

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const help =
  'NO BROWSER TEST WAS RUN: no Chromium was found. Install one (Debian: apt-get install chromium), or name one in CHROMIUM_PATH.'

/** The system's Chromium; null where there is none. `CHROMIUM_PATH` names another one. */
function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  return usualPlaces.find((path) => existsSync(path)) ?? null
}

/**
 * One browser for the tests of a file, started at the first need, closed after them. Where no Chromium is
 * found, a test that asks for it is skipped and says so; in CI it fails.
 */
export function useBrowser(): (context: TestContext) => Promise<Browser> {
  let browser: Promise<Browser> | undefined
  afterAll(async () => (await browser?.catch(() => undefined))?.close())
  return (context) => {
    const executablePath = findChromium()
    if (executablePath === null) {
      if (process.env.CI) throw new Error(help)
      console.warn(help)
      return context.skip(help)
    }
    browser ??= chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
    return browser
  }
}
