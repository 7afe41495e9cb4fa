import { expect, test } from 'vitest'
import { sql } from '../../src/store/index.ts'
import { openPage, signedIn } from '../support/console.ts'
import { soundInputs } from '../support/inputs.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

test('a new account has no completed step; each step completes automatically', async () => {
  const page = openPage(world().url)
  const body = { email: 'fresh@example.com', password: 'correct horse battery', role: 'recruiter' }
  await page.call('signUp', { body })
  const fresh = { key_made: false, resume_tried: false, call_copied: false, called: false, dismissed: false }
  expect((await page.call('readFirstSteps')).body).toEqual(fresh)
  expect((await page.call('noteFirstStep', { body: { step: 'call_copied' } })).status).toBe(204)
  expect((await page.call('readFirstSteps')).body).toEqual({ ...fresh, call_copied: true })
  expect((await page.call('noteFirstStep', { body: { step: 'dismissed' } })).status).toBe(204)
  expect((await page.call('readFirstSteps')).body).toMatchObject({ call_copied: true, dismissed: true })
})

test('the service recognises a key and a call with it, of this account only', async () => {
  const { page, call, accountId } = await signedIn(world())
  const other = await signedIn(world())
  expect((await page.call('readFirstSteps')).body).toMatchObject({ key_made: true, called: false })
  expect((await call('matchResumeToJd', soundInputs.matchResumeToJd)).status).toBe(200)
  for (const _ of ['seen', 'noted']) {
    expect((await page.call('readFirstSteps')).body).toMatchObject({ called: true, resume_tried: false })
  }
  expect((await other.page.call('readFirstSteps')).body).toMatchObject({ called: false })
  const noted = await world().database.one<{ called: boolean }>(
    sql`select called_at is not null as called from first_steps where account_id = ${accountId}`,
  )
  expect(noted.called).toBe(true)
})

test("the page completes only the steps that the service can't see", async () => {
  const { page } = await signedIn(world())
  const refused = await page.call('noteFirstStep', { body: { step: 'called' } })
  expect(refused.status).toBe(400)
  expect(refused.body.detail).toMatchObject([{ path: 'step' }])
})
