import { expect, test } from 'vitest'
import { consolePrefix } from '../../src/contract/index.ts'
import { openPage, signedIn } from '../support/console.ts'
import { exchange, useWorld } from '../support/world.ts'

/** The headers that a write needs so that pages of other sites can't send it, and what the answers reveal. */

const world = useWorld()

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another host of the domain', { 'sec-fetch-site': 'same-site' }],
  ['a page without our header', { 'x-console': '' }],
  ['a form, which can set no header', { 'x-console': '', 'sec-fetch-site': 'cross-site' }],
  ['an old browser on another site', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
  ['an opaque origin', { 'sec-fetch-site': '', origin: 'null' }],
  ['who says nothing', { 'sec-fetch-site': '' }],
])('a write from %s is refused, and nothing happens', async (_, headers) => {
  const { page } = await signedIn(world())
  const refused = await page.call('signOut', { headers })
  expect(refused.status).toBe(403)
  expect(refused.body.error).toBe('forbidden')
  expect((await page.call('listSessions')).status).toBe(200)
})

test.each([
  ['its own page', {}],
  ['who types the address', { 'sec-fetch-site': 'none' }],
  ['an old browser on our page', { 'sec-fetch-site': '', origin: 'own' }],
])('a write from %s is done', async (_, headers: Record<string, string>) => {
  const { page } = await signedIn(world())
  const own = headers.origin === undefined ? headers : { ...headers, origin: world().url }
  expect((await page.call('signOut', { headers: own })).status).toBe(204)
})

test('every write is checked for its origin before its session', async () => {
  const refused = await openPage(world().url).call('changePassword', {
    body: { current: 'a', next: 'b' },
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(refused.status).toBe(403)
})

test('reads need no header of the page: a link can open a file', async () => {
  const { page } = await signedIn(world())
  const headers = { 'x-console': '', 'sec-fetch-site': '' }
  expect((await page.call('listSessions', { headers })).status).toBe(200)
})

test("answers can't be cached, framed or read by other sites", async () => {
  const { headers } = await openPage(world().url).call('readSession')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('an unknown call and a wrong method get the usual errors', async () => {
  const unknown = await exchange(world().url, { path: `${consolePrefix}/nothing` })
  expect([unknown.status, unknown.body.error]).toEqual([404, 'not_found'])
  const wrong = await exchange(world().url, { path: `${consolePrefix}/session`, method: 'DELETE' })
  expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET'])
})

test("an API key doesn't work here, and a session doesn't work in the API", async () => {
  const { key, page } = await signedIn(world())
  const withKey = await openPage(world().url).call('listSessions', {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(withKey.status).toBe(401)
  const withSession = await exchange(world().url, {
    path: '/api/open/v1/matches/resume-jd',
    headers: { cookie: `session=${page.token()}` },
    body: { resume_text: 'a', jd_text: 'a job description' },
  })
  expect(withSession.status).toBe(401)
})
