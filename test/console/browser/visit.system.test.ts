import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import type { GuardedPage } from './guarded-page.ts'
import { type PageToVisit, pages } from './pages.ts'
import { useUserCenter } from './support.ts'

/**
 * Every page in both themes, languages and widths: no refused request, no console error, no serious axe
 * finding, no horizontal overflow. `SCREENSHOTS=folder` keeps a picture of each.
 */

const center = useUserCenter()
const widths = [1280, 390]
/** The requests that a page may send when it opens. */
const callsMax = 4
const folder = process.env.SCREENSHOTS
/** Pictures show all four combinations; axe and the guard need each theme and each language once. */
const looks = [
  ['light', 'zh'],
  ['dark', 'en'],
  ...(folder === undefined
    ? []
    : ([
        ['light', 'en'],
        ['dark', 'zh'],
      ] as const)),
] as const

interface Finding {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

describe.each(pages)('$name', (visit) => {
  test.for(looks)('%s, %s', async ([theme, language], context) => {
    const options = { theme, language, script: axe.source }
    const guarded =
      visit.role === null
        ? await center.open(context, options)
        : await center.openSignedIn(context, { ...options, account: { role: visit.role } })
    for (const width of widths) {
      await guarded.page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      guarded.takeCalls()
      await show(guarded, visit)
      expect(guarded.takeCalls().length, 'calls of the page').toBeLessThanOrEqual(callsMax)
      expect(await findings(guarded)).toEqual([])
      const overflow = await guarded.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(overflow, `wider than ${width}`).toBeLessThanOrEqual(0)
      await keep(guarded, `${visit.name}-${theme}-${language}-${width}`)
    }
  })
})

async function show({ page }: GuardedPage, { path, prepare }: PageToVisit): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
}

async function findings({ evaluate }: GuardedPage): Promise<string[]> {
  const found = await evaluate<Finding[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`,
    )
}

async function keep({ page }: GuardedPage, name: string): Promise<void> {
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !name.includes('dialog') })
}
