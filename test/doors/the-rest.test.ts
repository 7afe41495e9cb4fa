import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { revokeKey } from '../../src/accounts/index.ts'
import { apiPrefix, operationNames } from '../../src/contract/index.ts'
import { operationExamples } from '../../src/doors/index.ts'
import { chargedOperations } from '../support/inputs.ts'
import { exchange, useWorld } from '../support/world.ts'

const world = useWorld()
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(world().url, { path, method, headers })

describe('the description', () => {
  const path = `${apiPrefix}/openapi.json`
  test('needs no key, serves any origin and may be cached', async () => {
    const answer = await get(path, { origin: 'https://example.com' })
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' },
      body: { openapi: '3.1.0', info: { version: '1.0.0' } },
    })
    const again = await get(path, { 'if-none-match': answer.headers.etag ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await get(path, {}, 'HEAD')).headers.etag).toBe(answer.headers.etag)
    expect((await get(path, { origin: 'https://example.com' }, 'OPTIONS')).status).toBe(204)
  })
  test('has a new request id each time, and no webhooks', async () => {
    const answers = await Promise.all([get(path), get(path), get(path, {}, 'HEAD')])
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/)
    expect(answers[0].headers['access-control-expose-headers']).toContain('X-Request-Id')
    expect(answers[0].body).toMatchObject({ webhooks: {} })
  })
  test.each([
    ['', null],
    ['identity', null],
    ['br;q=0, gzip;q=0', null],
    ['gzip;q=x, zstd', null],
    ['gzip', 'gzip'],
    ['GZIP;q=0.3', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip, br;q=0.9', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['*', 'br'],
  ])('is sent as %j accepts it, with a tag for each coding', async (accepted, coding) => {
    const accept = accepted === '' ? {} : { 'accept-encoding': accepted }
    const plain = await get(path)
    const answer = await get(path, accept)
    expect(answer.headers['content-encoding'] ?? null).toBe(coding)
    expect(answer.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(answer.headers.etag === plain.headers.etag).toBe(coding === null)
    const length = Number(answer.headers['content-length'])
    if (coding !== null) expect(length).toBeLessThan(Number(plain.headers['content-length']) / 5)
    const fetched = await fetch(world().url + path, { headers: { 'accept-encoding': 'identity', ...accept } })
    expect(await fetched.text()).toBe(plain.text)

    const tag = { 'if-none-match': answer.headers.etag ?? '' }
    expect(await get(path, { ...accept, ...tag })).toMatchObject({
      ...{ status: 304, text: '' },
      headers: { etag: answer.headers.etag, vary: 'Accept-Encoding' },
    })
    // A cached answer in one content coding is not valid for another.
    expect((await get(path, tag)).status).toBe(coding === null ? 304 : 200)
    const head = await get(path, accept, 'HEAD')
    expect([head.headers.etag, head.headers['content-length']]).toEqual([answer.headers.etag, String(length)])
  })
  test('states the current terms', async () => {
    const { body } = await get(path)
    expect(body).toMatchObject({
      'x-terms': { quotaDaily: 1000, balanceOrder: expect.arrayContaining(['paid']) },
    })
  })
  test.each(chargedOperations)('its example for %s is a call that succeeds', async (name) => {
    const account = await world().account()
    const example = operationExamples[name].request
    if (example === null) throw new Error('a charged operation has a request')
    const answer = await account.call(name, example)
    expect(answer.status, answer.text).toBe(200)
    expect(Object.keys(answer.body)).toEqual(Object.keys(operationExamples[name].response))
    expect(Object.keys(answer.body.data)).toEqual(
      Object.keys(operationExamples[name].response.data as Record<string, unknown>),
    )
  })
  test('has an example for every operation', () => {
    expect(Object.keys(operationExamples).sort()).toEqual([...operationNames].sort())
  })
})

describe('unknown routes', () => {
  test('404 in the same envelope', async () => {
    for (const path of ['/api', `${apiPrefix}/nothing`, `${apiPrefix}/resumes/parse/x`, '/%E0%A4%A']) {
      const answer = await get(path)
      expect(answer, path).toMatchObject({ status: 404, body: { ok: false, error: 'not_found' } })
      expect(answer.body.message, path).toContain(`${apiPrefix}/openapi.json`)
      expect(answer.headers['x-request-id']).toBe(answer.body.request_id)
    }
  })
  test('405 lists the allowed methods', async () => {
    const answer = await get(`${apiPrefix}/resumes/parse`)
    expect(answer).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
      body: { error: 'method_not_allowed' },
    })
    expect((await get(`${apiPrefix}/openapi.json`, {}, 'DELETE')).headers.allow).toBe('GET, HEAD, OPTIONS')
  })
  test('400 for malformed HTTP', async () => {
    const { hostname, port } = new URL(world().url)
    const text = await new Promise<string>((resolve, reject) => {
      let received = ''
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'))
      socket.on('data', (chunk) => (received += chunk))
      socket.on('close', () => resolve(received))
      socket.on('error', reject)
    })
    expect(text).toContain('HTTP/1.1 400')
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ ok: false, error: 'invalid_input' })
  })
})

test('a caller without a key is answered before its body is read', async () => {
  const { hostname, port } = new URL(world().url)
  const text = await new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST ${apiPrefix}/matches/resume-jd HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n{`,
      )
    })
    socket.on('data', (chunk) => {
      received += chunk
      if (received.includes('}')) socket.destroy()
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
  expect(text).toContain('HTTP/1.1 401')
})

test('large bodies are read on another thread, with the same answers', async () => {
  const account = await world().account()
  const filler = 'x'.repeat(2 * 1024 * 1024)
  const sound = { resume_text: '王小明，五年 Go 开发经验', jd_text: '任职要求：三年以上 Go 开发经验', filler }
  expect((await account.call('matchResumeToJd', sound)).status).toBe(200)
  const bad = await account.call('matchResumeToJd', { ...sound, jd_text: filler })
  expect(bad).toMatchObject({ status: 400, body: { detail: [{ path: 'jd_text', code: 'too_long' }] } })
  const { key } = account
  const broken = await world().send({ path: `${apiPrefix}/jds/optimize`, key, body: `{"a": "${filler}` })
  expect(broken).toMatchObject({ status: 400, body: { detail: [{ code: 'not_json' }] } })
})

test('a key that is revoked stops working within a second', async () => {
  const account = await world().account()
  const input = { jd_text: '招聘教师一名，三年经验' }
  expect((await account.call('optimizeJd', input)).status).toBe(200)
  await world().rooms.store.transaction((tx) =>
    revokeKey(tx, world().rooms, account.accountId, account.keyId),
  )
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect((await account.call('optimizeJd', input)).status).toBe(401)
})
