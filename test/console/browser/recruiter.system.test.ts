import { expect, test } from 'vitest'
import { exchange } from '../../support/world.ts'
import { useUserCenter } from './support.ts'

/** A recruiter's first steps: sign-up, first call with a key, revoked key. */

const center = useUserCenter()
const password = 'correct horse battery'

test('a recruiter signs up, makes a key, calls with it, and revokes it', async (context) => {
  const guarded = await center.open(context)
  const { page } = guarded
  // Without a session the first page leads to the sign-in, and from there to the sign-up.
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('radio', { name: /Recruiter/ }).check()
  await page.getByLabel('Email').fill(`recruiter-${Date.now()}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()

  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.getByText('0 of 4 done').waitFor()
  // The bonus is there, and the header shows the same amount as the page.
  await page.getByRole('link', { name: 'Balance: 5.00 points' }).waitFor()

  await page.getByRole('link', { name: 'Create a key' }).click()
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('First key')
  await dialog.getByLabel('Per day').fill('1.00')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await dialog.getByTestId('new-key').textContent()) ?? ''
  expect(key).toMatch(/^hecn_live_\w{40,}$/)
  const command = (await dialog.locator('pre').textContent()) ?? ''
  expect(command).toContain(`Bearer ${key}`)
  expect(command).toContain(center.world().url)
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  // The key is in the list without a reload, and never shown again.
  const row = page.getByRole('row', { name: /First key/ })
  await row.getByText('Active').waitFor()
  await row.getByText(key.slice(-4)).waitFor()
  expect(await page.content()).not.toContain(key)

  const call = () =>
    exchange(center.world().url, {
      method: 'POST',
      path: '/api/open/v1/matches/resume-jd',
      key,
      body: JSON.parse(/-d '([\s\S]*)'$/.exec(command)?.[1] ?? ''),
    })
  expect((await call()).status).toBe(200)
  // The call uses up the key's daily limit: the next call is refused and not charged.
  const refused = await call()
  expect(refused).toMatchObject({ status: 402, body: { error: 'insufficient_points' } })

  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByText('2 of 4 done').waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Balance: 4.00 points' }).waitFor()

  await page.getByRole('link', { name: 'API keys' }).first().click()
  await row.getByText('Day 1.00 / 1.00').waitFor()
  await row.getByRole('button', { name: 'Actions: First key' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked').waitFor()
  // In effect on every process within a second.
  await expect.poll(async () => (await call()).status).toBe(401)
})

test('a job seeker reads why there are no keys', async (context) => {
  const { page } = await center.openSignedIn(context, { account: { role: 'job_seeker' } })
  await page.goto('/keys')
  await page.getByText('Only recruiters can call the API').waitFor()
  expect(await page.getByRole('button', { name: 'Create key' }).first().isDisabled()).toBe(true)
})

test("a form shows a field's error, and a taken address", async (context) => {
  const guarded = await center.open(context)
  const { page } = guarded
  guarded.expectStatus(400, '/console/api/sign-up')
  guarded.expectStatus(409, '/console/api/sign-up')
  const email = `twice-${Date.now()}@example.com`
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('Too short').waitFor()
  expect(await page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('alert').getByText('already registered').waitFor()
})

test('language and theme can be chosen and are stored', async (context) => {
  const { page, evaluate } = await center.openSignedIn(context)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: '简体中文' }).click()
  await page.getByRole('heading', { level: 1, name: '设置' }).waitFor()
  await page.getByRole('button', { name: '外观' }).click()
  await page.getByRole('menuitemradio', { name: '深色' }).click()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: '设置' }).waitFor()
  const shown = await evaluate<string>(
    'document.documentElement.lang + " " + document.documentElement.dataset.theme',
  )
  expect(shown).toBe('zh-CN dark')
})
