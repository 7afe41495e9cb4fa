import { expect, test } from 'vitest'
import { sql } from '../../../src/store/index.ts'
import { soundInputs } from '../../support/inputs.ts'
import { shot } from './shot.ts'
import { useUserCenter } from './support.ts'

/**
 * An administrator grants and withdraws points, refunds a call, and disables an account; all acts are
 * logged.
 */

const center = useUserCenter()

test('an administrator grants, withdraws, refunds, sets quotas, disables, and each act is in the log', async (context) => {
  const customer = await center.world().account()
  const called = await customer.call('matchResumeToJd', soundInputs.matchResumeToJd)
  const guarded = await center.openSignedIn(context, { account: { role: 'admin' } })
  const { page } = guarded
  const found = await center
    .world()
    .rooms.store.one<{ email: string }>(
      sql`select email from accounts where account_id = ${customer.accountId}`,
    )
  await page.goto('/admin')
  await page.getByRole('searchbox', { name: 'Beginning of an email address' }).fill(found.email.slice(0, 12))
  await shot(page, 'admin-accounts')
  await page.getByRole('link', { name: found.email }).click()
  await page.getByRole('heading', { level: 1, name: found.email }).waitFor()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Grant points' }).click()
  await dialog.getByRole('textbox', { name: 'Points' }).fill('20')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('For the pilot')
  await dialog.getByRole('button', { name: 'Grant points' }).click()
  await page.getByText('For the pilot').waitFor()

  await page.getByRole('button', { name: 'Withdraw: For the pilot' }).click()
  await dialog.getByRole('textbox', { name: 'Points' }).fill('5')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too many')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect.poll(() => page.locator('[data-money=withdrawn]').textContent()).toBe('5.00')

  await page.getByRole('button', { name: 'Refund a call' }).click()
  await dialog.getByRole('textbox', { name: 'Request ID' }).fill(called.body.request_id)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Our mistake')
  await dialog.getByRole('button', { name: 'Refund a call' }).click()
  await page.getByText('1.00 points refunded').waitFor()
  guarded.expectStatus(409, '/console/api/admin/refunds')
  await page.getByRole('button', { name: 'Refund a call' }).click()
  await dialog.getByRole('textbox', { name: 'Request ID' }).fill(called.body.request_id)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Again')
  await dialog.getByRole('button', { name: 'Refund a call' }).click()
  await dialog.getByText('This call was refunded already').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('textbox', { name: 'Calls a day' }).fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  await shot(page, 'admin-account')
  await page.getByRole('button', { name: 'Disable account' }).click()
  await dialog.getByRole('button', { name: 'Disable account' }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  await expect
    .poll(async () => (await customer.call('matchResumeToJd', soundInputs.matchResumeToJd)).status)
    .toBe(401)

  await page.getByRole('link', { name: 'Health' }).click()
  await page.getByRole('button', { name: 'Verify now' }).click()
  await page.getByText(/accounts agree/).waitFor()
  await shot(page, 'admin-health')
  await page.getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect.poll(() => log.getByRole('row').count()).toBeGreaterThanOrEqual(6)
  await shot(page, 'admin-audit')
})
