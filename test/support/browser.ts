import { type Browser, chromium } from 'playwright-core'
import { afterAll, type TestContext } from 'vitest'
import { needProgram } from './system-programs.ts'

/**
 * A real Chromium for the tests of a file, that of the system: started at the first need, closed after them.
 */
export function useBrowser(): (context: TestContext) => Promise<Browser> {
  let browser: Promise<Browser> | undefined
  afterAll(async () => (await browser?.catch(() => undefined))?.close())
  return (context) => {
    const executablePath = needProgram(context, 'chromium')
    browser ??= chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
    return browser
  }
}
