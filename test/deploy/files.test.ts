import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { limits, operationNames } from '../../src/contract/index.ts'
import { createMetrics } from '../../src/kit/index.ts'

/** The metrics, labels, settings and limits that files of deploy/ name exist. */

const root = fileURLToPath(new URL('../../deploy', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rules = read('prometheus/alerts.yml')
const dashboard = JSON.parse(read('grafana/dashboard.json'))
const expressions: string[] = dashboard.panels.flatMap((panel: { targets: { expr: string }[] }) =>
  panel.targets.map(({ expr }) => expr),
)

/** Every metric of the service, with the labels of a call, a charge and a batch. */
async function exposed(): Promise<string> {
  const metrics = await createMetrics()
  metrics.callEnded({ operation: 'matchResumeToJd', door: 'rest', error: 'ok', seconds: 1 })
  metrics.charged('matchResumeToJd', 100)
  metrics.replayed('matchResumeToJd')
  metrics.batchEnded('done')
  metrics.candidateEnded({ outcome: 'scored', seconds: 1 })
  metrics.ocrFellBack()
  return (await metrics.render()).body
}

test.each([
  ['prometheus/alerts.yml', rules],
  ['prometheus/alerts.test.yml', read('prometheus/alerts.test.yml')],
  ['grafana/dashboard.json', expressions.join('\n')],
])('every metric and label of %s is one of the service', async (_, text) => {
  const given = await exposed()
  const named = text.match(/\b(?:recruiter|process|nodejs)_[a-z0-9_]+/g) ?? []
  expect(named.length).toBeGreaterThan(8)
  for (const name of named) expect(given, name).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
  const selectors = [...text.matchAll(/\b(recruiter_[a-z_]+)\{([^}]*)\}/g)]
  expect(selectors.length).toBeGreaterThan(2)
  for (const [, name, labels = ''] of selectors) {
    const found = new RegExp(`^${name}\\{(.*)\\}`, 'm').exec(given)?.[1] ?? ''
    for (const [, label] of labels.matchAll(/(\w+)[=!]~?"/g)) {
      if (label !== 'job' && label !== 'instance')
        expect(found, `${name} has ${label}`).toContain(`${label}="`)
    }
  }
})

test('every metric of our own is on the dashboard', async () => {
  const own = [...(await exposed()).matchAll(/^# TYPE (recruiter_\w+)/gm)].map(([, name]) => name ?? '')
  expect(own.length).toBeGreaterThan(6)
  expect(own.filter((name) => !expressions.join('\n').includes(name))).toEqual([])
})

test('operations and error codes in alerts exist', () => {
  for (const [, names = ''] of rules.matchAll(/operation=~?"([^"]+)"/g)) {
    for (const name of names.split('|')) expect(operationNames).toContain(name)
  }
  const description = readFileSync(join(root, '../openapi/openapi.json'), 'utf8')
  for (const [, code = ''] of rules.matchAll(/error="([^"]+)"/g)) {
    if (code !== 'ok') expect(description).toContain(`"${code}"`)
  }
})

test("panels don't overlap and have unique ids", () => {
  const ids = dashboard.panels.map(({ id }: { id: number }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const ends = dashboard.panels.map(
    ({ gridPos }: { gridPos: { x: number; w: number } }) => gridPos.x + gridPos.w,
  )
  expect(Math.max(...ends)).toBe(24)
})

test('every named setting exists', () => {
  const settings = readFileSync(join(root, '../.env.example'), 'utf8')
  const environment = /ENV (.*)/.exec(read('Dockerfile'))?.[1] ?? ''
  const named = [
    ...[...environment.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
    ...[...read('compose.yaml').matchAll(/^ {4}([A-Z][A-Z_]+): /gm)].map(([, name]) => name),
    ...readdirSync(join(root, 'systemd')).flatMap((name) =>
      [...read(`systemd/${name}`).matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, setting]) => setting),
    ),
    ...[...read('nginx/recruiter-open-api.conf').matchAll(/([A-Z_]{6,})=/g)].map(([, name]) => name),
  ].filter((name) => name !== 'NODE_ENV')
  expect(named.length).toBeGreaterThan(10)
  for (const name of named) expect(settings, name).toContain(`\n# ${name}=`)
})

test('proxies pass the largest body and wait for the longest call', () => {
  const longestSeconds = (limits.timeoutMaxMs + 4 * limits.queueWaitMaxMs) / 1000
  const nginx = read('nginx/recruiter-open-api.conf')
  const caddy = read('caddy/Caddyfile')
  const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const mebibyte = 1024 * 1024
  expect(number(nginx, /client_max_body_size (\d+)m;/) * mebibyte).toBeGreaterThan(limits.bodyBytesMax)
  expect(number(caddy, /max_size (\d+)MiB/) * mebibyte).toBeGreaterThan(limits.bodyBytesMax)
  expect(number(nginx, /proxy_read_timeout (\d+)s;/)).toBeGreaterThanOrEqual(longestSeconds)
  expect(number(nginx, /proxy_send_timeout (\d+)s;/)).toBeGreaterThanOrEqual(longestSeconds)
  expect(number(caddy, /response_header_timeout (\d+)m/) * 60).toBeGreaterThanOrEqual(longestSeconds)
  expect(number(caddy, /read_body (\d+)m/) * 60).toBeGreaterThanOrEqual(longestSeconds)
})
