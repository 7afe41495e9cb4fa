import { expect, test } from 'vitest'
import { soundInputs } from '../../support/inputs.ts'
import { shot } from './shot.ts'
import { useUserCenter } from './support.ts'

/** Usage in the browser: figures of real calls, and a very long list that stays usable. */

const center = useUserCenter()

test('calls are summed by day and operation, listed, found by request id, and saved as a file', async (context) => {
  const guarded = await center.openSignedIn(context)
  const { page, account } = guarded
  const matched = await account.call('matchResumeToJd', soundInputs.matchResumeToJd)
  await account.call('optimizeJd', soundInputs.optimizeJd)
  await account.call('matchResumeToJd', {})
  await expect
    .poll(async () => {
      await page.goto('/usage')
      await page.getByRole('table', { name: 'Calls' }).waitFor()
      await page.waitForLoadState('networkidle')
      return page.getByRole('table', { name: 'Calls' }).getByRole('row').count()
    })
    .toBe(4)
  guarded.takeCalls()
  await page.reload()
  await page.getByRole('table', { name: 'Calls' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(guarded.takeCalls().length).toBeLessThanOrEqual(4)
  await page.getByRole('combobox', { name: 'Key' }).click()
  await page.getByRole('option', { name: /^key of/ }).click()
  await expect.poll(() => page.getByRole('table', { name: 'Calls' }).getByRole('row').count()).toBe(4)
  const sums = page.getByRole('table', { name: 'By operation' })
  await sums.getByRole('row', { name: /Match resume/ }).waitFor()
  await page.getByText('Show as a table').click()
  await page.getByRole('table', { name: 'Calls' }).first().waitFor()
  await page.locator('canvas').first().waitFor()
  await shot(page, 'usage')
  await page.getByRole('searchbox', { name: 'Request ID' }).fill(matched.body.request_id)
  const log = page.getByRole('region', { name: 'Calls' }).last()
  await expect.poll(() => log.getByRole('row').count()).toBe(2)
  await log.getByText(matched.body.request_id).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
})

test('of a hundred thousand calls only those near the viewport are in the DOM', async (context) => {
  const { page, evaluate } = await center.openSignedIn(context)
  const items = Array.from({ length: 100_000 }, (_, index) => ({
    request_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    at: new Date(1_790_000_000_000 - index * 1000).toISOString(),
    ...{ operation: 'matchResumeToJd', door: 'rest', key_id: null, key_name: null },
    ...{ state: 'charged', status: 200, error: null, milliseconds: 12, pages: null, tokens: 900 },
    point_cents: 100,
  }))
  await page.route('**/console/api/calls?*', (route) => route.fulfill({ json: { items, next: null } }))
  await page.goto('/usage')
  await page.getByText('That is all').waitFor()
  const rows = () => evaluate<number>("document.querySelectorAll('tr[data-index]').length")
  expect(await rows()).toBeLessThan(120)
  await evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await page.getByText('00000000-0000-4000-8000-000000099999').waitFor()
  expect(await rows()).toBeLessThan(120)
  expect(await page.locator('table[aria-rowcount="100001"]').count()).toBe(1)
  if (process.env.SCREENSHOTS) {
    console.info('heap', await evaluate<number>('performance.memory.usedJSHeapSize'))
  }
})
