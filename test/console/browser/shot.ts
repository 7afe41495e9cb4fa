import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/**
 * Keeps pictures of a page in the midst of work, on a wide screen and on a phone; `SCREENSHOTS` names the
 * folder.
 */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await page.mouse.wheel(0, -100_000)
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
  }
}
