import { expect, test } from 'vitest'
import { apiPrefix } from '../../src/contract/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

const origin = 'https://hr.example.com'
const closed = useWorld({ engine: scriptedEngine() })
const open = useWorld({ engine: scriptedEngine(), corsOrigins: [origin, 'https://other.example.com'] })

const path = `${apiPrefix}/matches/resume-jd`
const preflight = (from: string) => ({
  method: 'OPTIONS',
  path,
  headers: {
    origin: from,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  },
})
const call = (from: string, key: string) => ({
  path,
  key,
  body: soundInputs.matchResumeToJd,
  headers: { origin: from },
})

test('no page of another origin may call, unless the operator lists it', async () => {
  const { key } = await closed().account()
  const answers = [await closed().send(preflight(origin)), await closed().send(call(origin, key))]
  expect(answers.map(({ status }) => status)).toEqual([405, 200])
  for (const { headers } of answers) expect(Object.keys(headers).join()).not.toMatch(/access-control/)
})

test('a page of a listed origin may call with a key, and read what it needs', async () => {
  const asked = await open().send(preflight(origin))
  expect(asked).toMatchObject({ status: 204, text: '' })
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization,content-type,idempotency-key',
    'access-control-max-age': '7200',
    vary: 'Origin',
  })
  const { key } = await open().account()
  const answer = await open().send(call(origin, key))
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
  expect(answer.headers['access-control-expose-headers']).toMatch(/Retry-After.*X-Request-Id/)
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
})

test('the page reads refusals too', async () => {
  for (const what of [call(origin, 'hecn_live_wrong'), { path: '/nowhere', headers: { origin } }]) {
    const answer = await open().send(what)
    expect(answer.body.ok).toBe(false)
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
  }
})

test.each(['https://evil.example.com', 'https://hr.example.com.evil.com', 'null', 'http://hr.example.com'])(
  "a page of %s can't read answers",
  async (other) => {
    const { key } = await open().account()
    const answers = [await open().send(preflight(other)), await open().send(call(other, key))]
    expect(answers.map(({ status }) => status)).toEqual([405, 200])
    for (const { headers } of answers) expect(Object.keys(headers).join()).not.toMatch(/access-control/)
  },
)

test('the description can be read from any origin', async () => {
  for (const world of [closed(), open()]) {
    const { headers } = await world.send({ path: `${apiPrefix}/openapi.json`, headers: { origin } })
    expect(headers['access-control-allow-origin']).toBe('*')
  }
})
