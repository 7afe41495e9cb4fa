import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/**
 * Takes pictures of a page in its current state: on a wide screen and on a phone, in both themes, and in
 * both languages if no dialog covers the menu. `SCREENSHOTS` names the folder. The page must follow the
 * system's theme and be in English.
 */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  const inDialog = (await page.locator('[class*=backdrop]').count()) > 0
  for (const language of inDialog ? ['en'] : ['zh', 'en']) {
    if (!inDialog) await choose(page, language === 'zh' ? '简体中文' : 'English')
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
        await page.mouse.wheel(0, -100_000)
        await page.screenshot({
          path: join(folder, `${name}-${theme}-${language}-${width}.png`),
          fullPage: true,
        })
      }
    }
  }
}

async function choose(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: /^(?:Language|语言)$/ }).click()
  await page.getByRole('menuitemradio', { name: language }).click()
  await page.getByRole('menuitemradio').first().waitFor({ state: 'hidden' })
}
