import { expect, test } from 'vitest'
import { openPage, signedIn } from '../support/console.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

test('the page learns who is signed in', async () => {
  const stranger = await openPage(world().url).call('readSession')
  expect(stranger.body.account).toBeNull()
  const { page, accountId } = await signedIn(world())
  expect((await page.call('readSession')).body.account.account_id).toBe(accountId)
})
