import { type Browser, chromium } from 'playwright-core'
import { afterAll, type TestContext } from 'vitest'
import { needProgram } from './system-programs.ts'

/** The system's Chromium for the tests of a file: started at the first use, closed after the tests. */
export function useBrowser(): (context: TestContext) => Promise<Browser> {
  let browser: Promise<Browser> | undefined
  afterAll(async () => (await browser?.catch(() => undefined))?.close())
  return (context) => {
    const executablePath = needProgram(context, 'chromium')
    browser ??= chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
    return browser
  }
}
