import { expect, test } from 'vitest'
import { hostProblem, type Reach } from './host-check.ts'

const local: Reach = { host: '127.0.0.1', allowedHosts: [], corsOrigins: [] }
const open: Reach = { ...local, host: '0.0.0.0' }
const behindProxy: Reach = { ...local, allowedHosts: ['api.example.com'] }
const own = (reach: Reach, host: string | undefined, origin?: string) =>
  hostProblem(reach, {
    ...(host === undefined ? {} : { host }),
    ...(origin === undefined ? {} : { origin }),
  }) === null

test("a service on the loopback interface accepts the machine's own names", () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'LOCALHOST'])
    expect(own(local, host), host).toBe(true)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '', 'a b', undefined]) {
    expect(own(local, host), host).toBe(false)
  }
})

test('every notation of the loopback address refuses other names', () => {
  for (const host of ['127.0.0.2', '127.1', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'LOCALHOST']) {
    expect(own({ ...local, host }, 'evil.example'), host).toBe(false)
    expect(own({ ...local, host }, '127.0.0.2:3000'), host).toBe(true)
  }
  for (const host of ['0.0.0.0', '::', '10.0.0.7', 'api.example.com']) {
    expect(own({ ...local, host }, 'evil.example'), host).toBe(true)
  }
})

test('behind a proxy it also accepts the listed names', () => {
  expect(own(behindProxy, 'api.example.com')).toBe(true)
  expect(own(behindProxy, 'localhost:3000')).toBe(true)
  expect(own(behindProxy, 'other.example.com')).toBe(false)
  expect(own({ ...open, allowedHosts: ['api.example.com'] }, 'other.example.com')).toBe(false)
})

test('on all interfaces it accepts any name', () => {
  expect(own(open, '192.168.1.7:3000')).toBe(true)
  expect(own(open, undefined)).toBe(false)
})

test('a page may call from its own host, or if its origin is listed', () => {
  expect(own(open, 'api.example.com', 'https://api.example.com')).toBe(true)
  expect(own(local, 'localhost:3000', 'http://127.0.0.1:6274')).toBe(true)
  const listed: Reach = { ...open, corsOrigins: ['https://hr.example.com'] }
  expect(own(listed, 'api.example.com', 'https://hr.example.com')).toBe(true)
  for (const origin of ['https://evil.example', 'null', '', 'file://', 'https://hr.example.com:8443']) {
    expect(own(listed, 'api.example.com', origin), origin).toBe(false)
  }
})
