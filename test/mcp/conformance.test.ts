import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { mcpPath } from '../../src/contract/index.ts'
import { useWorld } from '../support/world.ts'

/**
 * Runs the protocol's conformance suite against the real service. Checks that can't pass, because the
 * service offers tools only, are listed in conformance/ with their reasons. Other failures, and listed
 * checks that pass, fail here.
 */

const world = useWorld()
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const suite = fileOf('../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
const revisions = ['2026-07-28', '2025-11-25']

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

test.each(revisions)('revision %s', async (revision) => {
  const url = await withKey((await world().account()).key)
  const expected = fileOf(`conformance/${revision}.yaml`)
  const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', expected]
  const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  expect(code, output.slice(output.indexOf('=== SUMMARY'))).toBe(0)
  expect(Number(/Total: (\d+) passed/.exec(output)?.[1])).toBeGreaterThan(30)
})

test.each(revisions)('every entry for %s has a reason', async (revision) => {
  const text = await readFile(fileOf(`conformance/${revision}.yaml`), 'utf8')
  const entries = text.split('\n').filter((line) => line.startsWith('  - '))
  expect(entries.length).toBeGreaterThan(10)
  expect(entries.filter((line) => !/^ {2}- [\w-]+:[\w-]+ # .{10,}$/.test(line))).toEqual([])
})

/** The suite sends no key, so a server in front of the service adds one. */
async function withKey(key: string): Promise<string> {
  const { hostname, port } = new URL(world().url)
  const proxy = createServer((incoming, answer) => {
    const { url: path, method, headers } = incoming
    const forwarded = { ...headers, authorization: `Bearer ${key}` }
    const outgoing = request({ hostname, port, path, method, headers: forwarded }, (received) => {
      answer.writeHead(received.statusCode ?? 500, received.headers)
      received.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  closing.push(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${mcpPath}`
}
