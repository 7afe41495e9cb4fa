import { expect, test } from 'vitest'
import { useUserCenter } from './support.ts'

/** An expired session, a slow or missing network, two parallel browsers. */

const center = useUserCenter()

test('a session that ended leads to the sign-in, and back to the page that was open', async (context) => {
  const guarded = await center.open(context)
  const { page } = guarded
  const email = `ended-${Date.now()}@example.com`
  const password = 'correct horse battery'
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

  guarded.expectStatus(401, '/console/api/')
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByText('Sign in to continue').waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
})

test('one browser signs the other out', async (context) => {
  const one = await center.openSignedIn(context)
  const other = await center.openSignedIn(context, { as: one.account })
  await other.page.goto('/settings')
  await one.page.goto('/settings')
  await one.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await one.page.getByText('Signed out everywhere else').first().waitFor()
  // The list is read again after the toast.
  await expect.poll(() => one.page.getByRole('row').count()).toBe(2)

  other.expectStatus(401, '/console/api/')
  await other.page.getByRole('link', { name: 'API keys' }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

test('a page reports a missing network and recovers', async (context) => {
  const guarded = await center.openSignedIn(context)
  const { page } = guarded
  await page.goto('/settings')
  await page.getByText('This device').waitFor()
  guarded.expectNoNetwork()
  await page.context().setOffline(true)
  await page.getByLabel('Current password').fill('whatever it was')
  await page.getByLabel('New password').fill('another one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').getByText('Cannot reach the service').waitFor()
  await page.context().setOffline(false)
  guarded.expectStatus(401, '/console/api/password/change')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The current password is not correct').waitFor()
})

/** Timers are late, as on a busy machine. */
const lateTimers = `const setTimer = setTimeout
  setTimeout = (run, delay = 0, ...given) => setTimer(run, Math.max(delay, 500), ...given)`

test('on a slow network a page shows that it loads, and a click counts once', async (context) => {
  const guarded = await center.openSignedIn(context, { script: lateTimers })
  const { page } = guarded
  const gate = Promise.withResolvers<void>()
  await page.route('**/console/api/sessions', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/settings')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
  gate.resolve()
  await page.getByText('This device').waitFor()

  const answer = Promise.withResolvers<void>()
  await page.route('**/console/api/password/change', async (route) => {
    await answer.promise
    await route.continue()
  })
  guarded.expectStatus(401, '/console/api/password/change')
  await page.getByLabel('Current password').fill('whatever it was')
  await page.getByLabel('New password').fill('another one')
  guarded.takeCalls()
  const button = page.getByRole('button', { name: 'Change password' })
  await button.click()
  await button.press('Enter')
  answer.resolve()
  await page.getByText('The current password is not correct').waitFor()
  expect(guarded.takeCalls()).toEqual(['POST /console/api/password/change'])
})
