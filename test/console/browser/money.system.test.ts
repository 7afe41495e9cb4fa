import { expect, test } from 'vitest'
import { soundInputs } from '../../support/inputs.ts'
import { shot } from './shot.ts'
import { useUserCenter } from './support.ts'

/** Money in the browser: the sum of the balance, redemption codes, and the statement. */

const center = useUserCenter()
const cents = (text: string | null) => Math.round(Number((text ?? '').replaceAll(',', '')) * 100)

test('the balance adds up after a charge, a code is redeemed once, and the statement says so', async (context) => {
  const admin = await center.openSignedIn(context, { account: { role: 'admin' } })
  await admin.page.goto('/admin/vouchers')
  await admin.page.getByRole('button', { name: 'Create codes' }).click()
  const creating = admin.page.getByRole('dialog')
  await creating.getByLabel('Points each').fill('12.50')
  await creating.getByLabel('Note').fill('Autumn fair')
  await creating.getByRole('button', { name: 'Create codes' }).click()
  const code = ((await creating.locator('pre').textContent()) ?? '').trim()
  await creating.getByRole('button', { name: 'I have saved them' }).click()

  const guarded = await center.openSignedIn(context)
  const { page, account } = guarded
  await account.call('matchResumeToJd', soundInputs.matchResumeToJd)
  await page.goto('/balance')
  const amounts = async () => {
    const found: Record<string, number> = {}
    for (const place of await page.locator('[data-money]').all()) {
      found[(await place.getAttribute('data-money')) ?? ''] = cents(await place.textContent())
    }
    return found
  }
  await page.locator('[data-money=granted]').waitFor()
  const { granted, ...parts } = await amounts()
  expect(granted).toBe(10_000)
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(granted)
  expect(parts.charged).toBe(100)

  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Redeem' }).click()
  await page.getByText('12.50 points added').waitFor()
  await page.getByRole('link', { name: 'Balance: 111.50 points' }).waitFor()
  await page.getByRole('row', { name: /Redemption code/ }).waitFor()
  guarded.expectStatus(409, '/console/api/vouchers/redeem')
  guarded.expectStatus(422, '/console/api/vouchers/redeem')
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Redeem' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('textbox', { name: 'Warn below' }).fill('500')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/below/).first().waitFor()
  await shot(page, 'balance')

  await page.getByRole('link', { name: 'Statement' }).first().click()
  const table = page.getByRole('table', { name: 'Statement' })
  await table.getByText('Redemption code').waitFor()
  await table.getByText('Match resume').first().waitFor()
  await shot(page, 'statement')
  await page.getByRole('combobox', { name: 'Movement' }).click()
  await page.getByRole('option', { name: 'Charge' }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
})
