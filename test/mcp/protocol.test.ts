import { describe, expect, test } from 'vitest'
import { type JsonObject, mcpPath } from '../../src/contract/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { agent, eras, headersOf, modernRevision, requestOf, toolNames } from '../support/mcp.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { exchange, useWorld } from '../support/world.ts'

/** The protocol's requirements besides calls, and the answers to invalid and hostile messages. */

const world = useWorld({ engine: scriptedEngine() })
const newAgent = async () => {
  const account = await world().account()
  return { account, ...agent(world(), account.key) }
}
const sound = { name: toolNames.matchResumeToJd, arguments: soundInputs.matchResumeToJd }

describe('the current revision, without a handshake', () => {
  test('server/discover returns the features and their lifetime', async () => {
    const { request } = await newAgent()
    const answer = await request('server/discover')
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: expect.arrayContaining([modernRevision]),
      capabilities: { tools: {} },
      instructions: expect.stringContaining('insufficient_points'),
      ttlMs: expect.any(Number),
      cacheScope: 'private',
    })
  })
  test('tools/list has titles, schemas and hints, in the same order each time', async () => {
    const { request } = await newAgent()
    const { result } = (await request('tools/list')).body
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: expect.any(Number), cacheScope: 'private' })
    for (const tool of result.tools as JsonObject[]) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.stringMatching(/point_cents|Free/),
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        annotations: { destructiveHint: false, openWorldHint: false },
      })
      expect(tool).not.toHaveProperty('operation')
    }
    expect((await request('tools/list')).body.result).toEqual(result)
  })
  test('headers that are missing or contradict the body are refused', async () => {
    const { account, post } = await newAgent()
    const message = requestOf('tools/call', sound, 'modern')
    const headers = headersOf('tools/call', sound)
    const { 'mcp-name': _, ...nameless } = headers
    const wrong = [
      nameless,
      { ...headers, 'mcp-name': toolNames.optimizeJd },
      { ...headers, 'mcp-method': 'tools/list' },
    ]
    for (const each of wrong) {
      expect(await post(message, each as Record<string, string>)).toMatchObject({
        status: 400,
        body: { id: 'r-1', error: { code: -32020 } },
      })
    }
    const encoded = `=?base64?${Buffer.from(sound.name).toString('base64')}?=`
    expect((await post(message, { ...headers, 'mcp-name': encoded })).body.result.structuredContent.ok).toBe(
      true,
    )
    expect(await account.requests('captured')).toBe(1)
  })
  test('an unknown revision is refused with a list of supported ones', async () => {
    const { post } = await newAgent()
    const message = JSON.stringify(requestOf('tools/list', {}, 'modern')).replaceAll(
      modernRevision,
      '2031-01-01',
    )
    const answer = await post(message, { 'mcp-protocol-version': '2031-01-01', 'mcp-method': 'tools/list' })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: -32022, data: { supported: [modernRevision] } } },
    })
  })
  test('an unknown method is 404, and so is one that needs the handshake', async () => {
    const { request } = await newAgent()
    for (const method of ['nothing/here', 'ping', 'prompts/list', 'resources/list', 'tasks/get']) {
      expect(await request(method), method).toMatchObject({ status: 404, body: { error: { code: -32601 } } })
    }
  })
  test('a subscription ends immediately, because nothing changes', async () => {
    const { request } = await newAgent()
    const answer = await request('subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect(answer.headers['content-type']).toContain('text/event-stream')
    expect(answer.text).toContain('"notifications":{}')
    expect(answer.text).toContain('"resultType":"complete"')
  })
})

describe('the earlier revisions', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'initialize agrees on %s',
    async (revision) => {
      const { post } = await newAgent()
      const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
      const answer = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
      expect(answer.body.result).toMatchObject({ protocolVersion: revision, capabilities: { tools: {} } })
      expect(answer.headers['mcp-session-id']).toBeUndefined()
      const ready = await post(
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { 'mcp-protocol-version': revision },
      )
      expect(ready).toMatchObject({ status: 202, text: '' })
      const list = await post(
        { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        { 'mcp-protocol-version': revision },
      )
      expect(list.body.result.tools).toHaveLength(5)
      expect((await post({ jsonrpc: '2.0', id: 2, method: 'ping' })).body.result).toEqual({})
    },
  )
  test('a bare message without the Accept header of the specification gets plain JSON', async () => {
    const { post } = await newAgent()
    const accepts: Record<string, string>[] = [
      {},
      { accept: '*/*' },
      { accept: 'application/json' },
      { accept: 'text/event-stream' },
    ]
    for (const accept of accepts) {
      const answer = await post({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: sound }, accept)
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: { id: 'a' },
      })
      expect(answer.body.result.structuredContent.ok).toBe(true)
    }
  })
  test('an unknown method, and an unknown revision', async () => {
    const { post } = await newAgent()
    expect(await post({ jsonrpc: '2.0', id: 1, method: 'nothing' })).toMatchObject({
      body: { error: { code: -32601 } },
    })
    const old = await post(
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { 'mcp-protocol-version': '1999-01-01' },
    )
    expect(old.status).toBe(400)
  })
})

test.each(eras)(
  'an unknown tool is an error of the protocol, and its arguments stay secret: %s',
  async (era) => {
    const { account, request } = await newAgent()
    for (const name of ['service_nothing', 'resume_match', '__proto__', '']) {
      const answer = await request('tools/call', { name, arguments: { text: 'planted' } }, era)
      expect(answer.body.error, name).toMatchObject({ code: -32602 })
      expect(answer.text).not.toContain('planted')
    }
    expect(await account.requests('captured')).toBe(0)
  },
)

describe('access to the endpoint', () => {
  test('only POST is allowed', async () => {
    const { account } = await newAgent()
    for (const method of ['GET', 'DELETE', 'PUT', 'HEAD']) {
      const answer = await exchange(world().url, { method, path: mcpPath, key: account.key })
      expect(answer, method).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    }
  })
  test('other origins and other host names are refused, with and without a key', async () => {
    const { post, account } = await newAgent()
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: sound }
    for (const headers of [
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
      { origin: 'null' },
    ]) {
      const answer = await post(message, headers as Record<string, string>)
      expect(answer).toMatchObject({ status: 403, body: { jsonrpc: '2.0', error: { code: -32600 } } })
      expect(answer.body).not.toHaveProperty('id')
    }
    expect((await post(message, { origin: 'http://localhost:6274' })).status).toBe(200)
    expect(await account.requests('captured')).toBe(1)
  })
  test('a body of another type or compressed is refused as over REST', async () => {
    const { post } = await newAgent()
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }]) {
      expect(await post(message, headers as Record<string, string>)).toMatchObject({
        status: 400,
        body: { error: 'invalid_input' },
      })
    }
  })
})

describe('invalid messages', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const call = (args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${sound.name}","arguments":${args}}}`
  const cases: Record<string, readonly [string, number, number | 'envelope']> = {
    'no JSON': ['{"jsonrpc": planted', 400, -32700],
    nothing: ['', 400, -32700],
    'a hundred thousand values': [`[${'1,'.repeat(100_001)}1]`, 400, -32600],
    'a batch': [JSON.stringify(Array(50).fill(JSON.parse(call('{}')))), 400, -32600],
    'an empty batch': ['[]', 400, -32600],
    'a string': ['"planted"', 400, -32600],
    null: ['null', 400, -32600],
    'no version': ['{"id":1,"method":"tools/list"}', 400, -32600],
    'no method': ['{"jsonrpc":"2.0","id":1}', 400, -32600],
    'a method that is no string': ['{"jsonrpc":"2.0","id":1,"method":5}', 400, -32600],
    'an id that is an object': ['{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}', 400, -32600],
    'an id as deep as JSON goes': [
      `{"jsonrpc":"2.0","id":${deep(20_000)},"method":"tools/list"}`,
      400,
      -32600,
    ],
    'deep parameters': [
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${deep(20_000)}}`,
      400,
      -32600,
    ],
    'params that are an array': ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}', 400, -32600],
    'arguments that are an array': [call('[1]'), 200, -32602],
    'arguments that are text': [call('"planted"'), 200, -32602],
    'arguments that are null': [call('null'), 200, -32602],
    'initialize without anything': [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}',
      200,
      -32602,
    ],
    'a cursor that is a number': [
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}',
      200,
      -32602,
    ],
    'no name of a tool': ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', 200, -32602],
    'deep arguments': [call(deep(20_000)), 200, 'envelope'],
    'arguments named as nothing else is': [
      call('{"__proto__":{"resume_text":"x"},"constructor":1}'),
      200,
      'envelope',
    ],
    'no arguments': [
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${sound.name}"}}`,
      200,
      'envelope',
    ],
  }
  test.each(Object.entries(cases))('%s', async (_, [text, status, code]) => {
    const { account, post, request } = await newAgent()
    const answer = await post(text)
    expect(answer.status, answer.text.slice(0, 300)).toBe(status)
    if (code === 'envelope')
      expect(answer.body.result.structuredContent).toMatchObject({ error: 'invalid_input' })
    else {
      const told = answer.body.error as unknown as { code: number; message: string }
      expect(told).toMatchObject({ code })
      expect(told.message).toMatch(/^[\x20-\x7e]{1,120}$/)
    }
    expect(answer.text).not.toMatch(/planted|node_modules|\/src\/|\n +at /)
    expect(await account.balance()).toEqual({ spendable: 10_000, held: 0 })
    expect((await request('tools/list')).status).toBe(200)
  })
})

describe('too much beside the arguments', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
  const initialize = (more: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      ...more,
    },
  })
  const sizes = Array(80_000).fill(1)
  const messages: Record<string, object> = {
    icons: initialize({ clientInfo: { name: 'x', version: '1', icons: [{ src: 'x', sizes }] } }),
    capabilities: initialize({ capabilities: { experimental: many(15_000) } }),
    _meta: initialize({ _meta: many(15_000) }),
    params: initialize(many(15_000)),
    'a long name': initialize({ ['x'.repeat(40_000)]: 1 }),
    'a response': { jsonrpc: '2.0', id: 1, result: {}, ...many(15_000) },
    'an error': { jsonrpc: '2.0', id: 1, error: many(15_000) },
    'a notification': {
      jsonrpc: '2.0',
      method: 'notifications/initialized',
      params: { _meta: many(15_000) },
    },
    'beside arguments': {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { ...sound, _meta: many(15_000) },
    },
    'arguments that are an array': {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: sound.name, arguments: sizes },
    },
    'beside large arguments': {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: sound.name, _meta: many(600), arguments: { filler: 'x'.repeat(300_000) } },
    },
  }
  test.each(Object.entries(messages))('%s', async (_, message) => {
    const { post } = await newAgent()
    const answer = await post(JSON.stringify(message))
    expect(answer).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
    expect(answer.text.length).toBeLessThan(200)
  })
  test('arguments may be as large as over REST', async () => {
    const { call } = await newAgent()
    const resumes = Array.from({ length: 5_000 }, () => ({ text: '' }))
    const { structuredContent } = await call('startBatchScreening', { jd_text: 'x', resumes })
    expect(structuredContent.detail).toContainEqual(
      expect.objectContaining({ path: 'resumes', code: 'too_many_items' }),
    )
  })
})

test('a protocol error is counted by its code, regardless of the HTTP status', async () => {
  const { post, request } = await newAgent()
  const counted = async (error: string) => {
    const { body } = await world().rooms.metrics.render()
    const line = body.split('\n').find((each) => each.includes('"message"') && each.includes(`"${error}"`))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  const codes = ['ok', '-32700', '-32600', '-32601', '-32602']
  const before = await Promise.all(codes.map(counted))
  expect((await request('tools/list')).status).toBe(200)
  expect((await post('{')).status).toBe(400)
  expect((await post('[]')).status).toBe(400)
  expect((await post({ jsonrpc: '2.0', id: 1, method: 'nothing' })).status).toBe(200)
  expect((await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })).status).toBe(200)
  expect(await Promise.all(codes.map(counted))).toEqual(before.map((count) => count + 1))
})

describe('large messages are parsed on another thread, with the same answers', () => {
  const filler = 'x'.repeat(2 * 1024 * 1024)
  test.each(eras)('%s', async (era) => {
    const { account, call } = await newAgent()
    const good = await call(
      'matchResumeToJd',
      { ...soundInputs.matchResumeToJd, filler },
      { era, idempotencyKey: 'k' },
    )
    expect(good.structuredContent.ok).toBe(true)
    const overRest = await account.call('matchResumeToJd', soundInputs.matchResumeToJd, {
      idempotencyKey: 'k',
    })
    expect(overRest.body).toEqual(good.structuredContent)
    const bad = await call('matchResumeToJd', { ...soundInputs.matchResumeToJd, jd_text: filler }, { era })
    expect(bad.structuredContent.detail).toMatchObject([{ path: 'jd_text', code: 'too_long' }])
  })
  test('a document in them, and one that is a character too long', async () => {
    const { call } = await newAgent()
    const fileDataUrl = soundInputs.parseResume.fileDataUrl
    const read = await call('parseResume', { fileDataUrl, filler })
    expect(read.structuredContent.data.pages).toBeGreaterThan(0)
    const head = 'data:application/pdf;base64,'
    const tooLong = await call('parseResume', { fileDataUrl: head + 'A'.repeat(25_000_001 - head.length) })
    expect(tooLong).toMatchObject({ isError: true, structuredContent: { error: 'payload_too_large' } })
  })
  test('broken ones', async () => {
    const { post } = await newAgent()
    const start = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${sound.name}","arguments":`
    expect((await post(`${start}{"a":"${filler}"`)).body.error).toMatchObject({ code: -32600 })
    expect((await post(`${start}{"a":, "b": "${filler}"}}}`)).body.result.structuredContent).toMatchObject({
      detail: [{ code: 'not_json' }],
    })
    expect((await post(`{"jsonrpc":"2.0","id":1,"method":"${filler}"}`)).body.error).toMatchObject({
      code: -32600,
    })
  })
  test('413 for a body above the limit of every door', async () => {
    const { account } = await newAgent()
    const headers = { 'content-length': String(75 * 1024 * 1024 + 1) }
    const answer = await exchange(world().url, { method: 'POST', path: mcpPath, key: account.key, headers })
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
  })
})
