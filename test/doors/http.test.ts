import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { apiPrefix, mcpPath } from '../../src/contract/index.ts'
import { soundInputs } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld({ engine: scriptedEngine() })
const path = `${apiPrefix}/matches/resume-jd`
const sound = Buffer.from(JSON.stringify(soundInputs.matchResumeToJd))

/** The bytes that a connection receives until the server closes it, after it sent the given text. */
function sendRaw(text: string, onData?: (received: string, socket: Socket) => void): Promise<string> {
  const { hostname, port } = new URL(world().url)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      received += chunk
      onData?.(received, socket)
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

/** The last answer of an exchange: its status and the members of its envelope. */
function readRaw(text: string) {
  const [head = '', body = ''] = text.slice(text.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
  return { status: Number(head.slice(9, 12)), header, body: JSON.parse(body) as Record<string, unknown> }
}

describe('errors of HTTP have the envelope and a request id', () => {
  const headers = 'Content-Type: application/json\r\nConnection: close\r\n'
  const host = 'Host: localhost\r\n'
  test.each([
    ['what is no HTTP', 'NONSENSE\r\n\r\n', 'bad_http', ''],
    [
      'a broken chunk',
      `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      'bad_http',
      '',
    ],
    ['no Host', `GET ${apiPrefix}/openapi.json HTTP/1.1\r\n${headers}\r\n`, 'bad_header', 'Host'],
    ['two Hosts', `GET /docs HTTP/1.1\r\nHost: x\r\nhost: localhost\r\n${headers}\r\n`, 'bad_header', 'Host'],
    [
      'two Hosts that agree',
      `POST ${mcpPath} HTTP/1.1\r\n${host}${host}${headers}\r\n`,
      'bad_header',
      'Host',
    ],
    ['two Hosts before 1.1', `GET / HTTP/1.0\r\n${host}${host}${headers}\r\n`, 'bad_header', 'Host'],
    [
      'a coding that is not undone',
      `POST ${path} HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n${headers}\r\n0\r\n\r\n`,
      'bad_header',
      'Transfer-Encoding',
    ],
    ['an expectation', `GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n${headers}\r\n`, 'bad_header', 'Expect'],
  ])('%s', async (_what, text, code, issuePath) => {
    const { status, header, body } = readRaw(await sendRaw(text))
    expect(status).toBe(400)
    expect(body).toMatchObject({ ok: false, error: 'invalid_input', detail: [{ path: issuePath, code }] })
    expect(header('x-request-id')).toBe(body.request_id)
    expect(header('content-type')).toMatch(/^application\/json/)
  })
  test.each([
    ['a tunnel', 'CONNECT example.com:443', 405, 'GET, POST'],
    ['a method that a path does not have', `TRACE ${path}`, 405, 'POST'],
    ['a method that is new', `QUERY ${apiPrefix}/openapi.json`, 405, 'GET, HEAD, OPTIONS'],
    ['a whole URL with the wrong method', `DELETE http://localhost${path}?a=b`, 405, 'POST'],
    ['a whole URL that leads nowhere', 'GET http://localhost/nowhere', 404, undefined],
    ['a path that is none', 'OPTIONS *', 404, undefined],
    ['a path that is none, by a method of others', 'M-SEARCH *', 404, undefined],
  ])('%s', async (_what, line, status, allow) => {
    const answer = readRaw(await sendRaw(`${line} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`))
    const error = status === 405 ? 'method_not_allowed' : 'not_found'
    expect(answer).toMatchObject({ status, body: { ok: false, error } })
    expect(answer.header('allow')).toBe(allow)
    expect(answer.header('x-request-id')).toBe(answer.body.request_id)
  })
  test.each([
    ['a whole URL', `GET http://localhost${apiPrefix}/openapi.json`, ''],
    ['an upgrade', `GET ${apiPrefix}/openapi.json`, 'Upgrade: websocket\r\n'],
  ])('%s is answered as if it were none', async (_what, line, more) => {
    const { status, body } = readRaw(await sendRaw(`${line} HTTP/1.1\r\n${host}${more}${headers}\r\n`))
    expect([status, body.openapi]).toEqual([200, '3.1.0'])
  })
  // Node joins some repeated headers and takes the first of others; a proxy in front of us may do
  // otherwise.
  test.each([
    ['Authorization', 'Bearer a', 'Bearer b', path],
    ['Idempotency-Key', 'a', 'b', path],
    ['Idempotency-Key', 'a', 'a', path],
    ['Content-Type', 'application/json', 'application/json', path],
    ['Content-Encoding', 'identity', 'identity', path],
    ['Expect', '100-continue', '100-continue', path],
    ['Origin', 'https://a.example', 'https://b.example', mcpPath],
    ['Mcp-Protocol-Version', '2026-07-28', '2025-11-25', mcpPath],
    ['Mcp-Method', 'tools/list', 'tools/call', mcpPath],
    ['Mcp-Name', 'a', 'b', mcpPath],
  ])('two of %s (%s, %s)', async (name, first, second, url) => {
    const twice = `${name}: ${first}\r\n${name.toLowerCase()}: ${second}\r\n`
    const text = `POST ${url} HTTP/1.1\r\n${host}${twice}Content-Length: 0\r\nConnection: close\r\n\r\n`
    const { status, body } = readRaw(await sendRaw(text))
    expect([status, body.detail]).toMatchObject([400, [{ path: name, code: 'bad_header' }]])
  })
  test('repeatable headers may be repeated', async () => {
    const text = await sendRaw(
      `GET ${apiPrefix}/openapi.json HTTP/1.1\r\n${host}Accept: a/b\r\nAccept: c/d\r\nX-Any: 1\r\nX-Any: 2\r\n` +
        'If-None-Match: "a"\r\nIf-None-Match: "b"\r\nConnection: close\r\n\r\n',
    )
    expect(text).toMatch(/^HTTP\/1.1 200 /)
  })
  test('HTTP/1.0 needs no Host', async () => {
    const text = await sendRaw(`GET ${apiPrefix}/openapi.json HTTP/1.0\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('a client that sends Expect: 100-continue', () => {
  const asking = (key: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`
  test('gets 100 when its key is valid', async () => {
    const { key } = await world().account()
    const text = await sendRaw(asking(key, sound.length), (received, socket) => {
      if (received.endsWith('100 Continue\r\n\r\n')) socket.write(sound)
    })
    expect(text).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/)
  })
  test.each([
    ['a stranger', 'hecn_live_wrong', sound.length, 401],
    ['a body too large', null, 80 * 1024 * 1024, 413],
  ])('%s is refused at once', async (_who, wrongKey, length, status) => {
    const key = wrongKey ?? (await world().account()).key
    const text = await sendRaw(asking(key, length), (received, socket) => {
      if (received.endsWith('}')) socket.end()
    })
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })
})

describe('a large body that is refused while it is sent: its client reads the answer', () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  /** Sends everything before it reads the answer, as many clients do. */
  function sendThenRead(key: string, megabytes: number, length: number | null): Promise<number> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    }
    if (length !== null) headers['content-length'] = String(length)
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(path, world().url), { method: 'POST', headers })
      let status: Promise<number> | undefined
      outgoing.on('response', (response) => {
        response.resume()
        status = Promise.resolve(response.statusCode ?? 0)
      })
      outgoing.on('error', reject)
      outgoing.on('close', () => resolve(status ?? 0))
      let sent = 0
      const sendMore = () => {
        if (sent++ === megabytes) outgoing.end()
        else outgoing.write(megabyte, sendMore)
      }
      sendMore()
    })
  }
  test('401', async () => {
    expect(await sendThenRead('hecn_live_wrong', 40, 40 * megabyte.length)).toBe(401)
  })
  test('413 for an announced length, and for an unannounced one', async () => {
    const { key } = await world().account()
    expect(await sendThenRead(key, 80, 80 * megabyte.length)).toBe(413)
    expect(await sendThenRead(key, 80, null)).toBe(413)
  })
  test('404', async () => {
    const { key } = await world().account()
    const answer = await world().send({
      path: '/nowhere',
      key,
      body: Buffer.alloc(20 * megabyte.length, 'x'),
    })
    expect(answer.status).toBe(404)
  })
})
