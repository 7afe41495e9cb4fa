import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { exchange } from '../../support/world.ts'
import { useUserCenter } from './support.ts'

/** A recruiter without a mouse, and two parallel browsers of one account. */

const center = useUserCenter()
const password = 'correct horse battery'

type Role = 'link' | 'button' | 'textbox' | 'radio' | 'menuitem'

/** Presses a key, usually Tab, until the focused element has this name. */
async function tabTo(page: Page, name: string | RegExp, role: Role, key = 'Tab') {
  const wanted = page.getByRole(role, { name }).first()
  await wanted.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return wanted
    await page.keyboard.press(key)
  }
  throw new Error(`no ${key} leads to ${String(name)}`)
}

const call = (key: string) =>
  exchange(center.world().url, {
    method: 'POST',
    path: '/api/open/v1/matches/resume-jd',
    key,
    body: {
      resume_text: 'Five years of TypeScript and PostgreSQL',
      jd_text: 'Required: TypeScript, PostgreSQL.',
    },
  })

test('by keyboard only: sign up, create a key, complete every first step, rotate with a grace period', async (context) => {
  const guarded = await center.open(context)
  const { page } = guarded
  const { keyboard } = page
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/sign-up')
  await page.getByRole('heading', { level: 1, name: 'Sign up' }).waitFor()
  await tabTo(page, 'Email', 'textbox')
  await keyboard.type(`keyboard-${Date.now()}@example.com`)
  await keyboard.press('Tab')
  await keyboard.type(password)
  await keyboard.press('Enter')
  await page.getByText('0 of 4 done').waitFor()

  await (await tabTo(page, 'Create a key', 'link')).press('Enter')
  await (await tabTo(page, 'Create key', 'button')).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').waitFor()
  await tabTo(page, 'Name', 'textbox')
  await keyboard.type('By hand')
  await keyboard.press('Enter')
  const key = (await dialog.getByTestId('new-key').textContent()) ?? ''
  await (await tabTo(page, 'I have saved it', 'button')).press('Enter')
  await page.getByRole('row', { name: /By hand/ }).waitFor()

  // The three other steps: a resume in the playground, a copied call, a made call.
  await tabTo(page, 'Playground', 'link')
  await keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Parse resume' }).waitFor()
  const sample = await import('../../support/inputs.ts')
  await page.getByLabel('Drop a PDF, or click to choose').setInputFiles({
    name: 'resume.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(sample.sampleResume),
  })
  await page.getByRole('img', { name: /Page 1 of/ }).waitFor()
  await (await tabTo(page, 'Run', 'button')).press('Enter')
  await page.getByText(/^Charged 0\.\d\d points/).waitFor()
  expect((await call(key)).status).toBe(200)
  await (await tabTo(page, 'Home', 'link')).press('Enter')
  await page.getByText('3 of 4 done').waitFor()
  await (await tabTo(page, 'Copy', 'button')).press('Enter')
  await page.getByText('4 of 4 done').or(page.getByText('You are set')).first().waitFor()

  await (await tabTo(page, 'API keys', 'link')).press('Enter')
  await (await tabTo(page, 'Actions: By hand', 'button')).press('Enter')
  // A menu takes the focus a moment after it has opened.
  await page.locator('[role="menu"]:focus-within').waitFor()
  await (await tabTo(page, 'Rotate', 'menuitem', 'ArrowDown')).press('Enter')
  await dialog.getByRole('button', { name: 'Rotate' }).waitFor()
  await (await tabTo(page, 'Rotate', 'button')).press('Enter')
  const next = (await dialog.getByTestId('new-key').textContent()) ?? ''
  expect(next).not.toBe(key)
  await keyboard.press('Escape')
  // Both are accepted during the grace period.
  expect([(await call(key)).status, (await call(next)).status]).toEqual([200, 200])
})

test('two browsers of one account: one sees what the other created', async (context) => {
  const one = await center.openSignedIn(context)
  const other = await center.openSignedIn(context, { as: one.account })
  await other.page.goto('/keys')
  await other.page.getByRole('row', { name: /key of/ }).waitFor()
  await one.page.goto('/keys')
  await one.page.getByRole('button', { name: 'Create key' }).first().click()
  await one.page.getByRole('dialog').getByLabel('Name').fill('From one')
  await one.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await one.page.getByTestId('new-key').waitFor()
  await other.page.getByRole('link', { name: 'Home' }).first().click()
  await other.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await other.page.getByRole('link', { name: 'API keys' }).first().click()
  const row = other.page.getByRole('row', { name: /From one/ })
  await row.waitFor()
  // Both change it: the second change reports the result of the first.
  await row.getByRole('button', { name: 'Actions: From one' }).click()
  await other.page.getByRole('menuitem', { name: 'Revoke' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked').waitFor()
  await one.page.getByRole('button', { name: 'I have saved it' }).click()
  await one.page.getByRole('row', { name: /From one/ }).waitFor()
})
