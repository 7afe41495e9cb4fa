import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiPrefix } from '../../src/contract/index.ts'
import { openPage } from '../support/console.ts'
import { soundInputs } from '../support/inputs.ts'
import { runningProcesses } from '../support/processes.ts'
import { type Finished, runBin } from '../support/run-bin.ts'
import { linesToPaste, type ServiceProcess, startServiceProcess } from '../support/service-process.ts'
import { type Answer, exchange } from '../support/world.ts'

/** The service for a new user and an operator: a process on an empty folder, with its own PostgreSQL. */

let folder: string
let environment: Record<string, string>
let service: ServiceProcess
let key: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'life-'))
  environment = { DATA_DIR: join(folder, 'data'), QUOTA_DAILY: '0', QUOTA_MONTHLY: '0' }
  service = await startServiceProcess(environment)
  key = service.demoKey ?? ''
})
afterAll(async () => {
  await service.end('SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const match = (idempotencyKey?: string): Promise<Answer> =>
  exchange(service.url, {
    path: `${apiPrefix}/matches/resume-jd`,
    body: soundInputs.matchResumeToJd,
    key,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
const command = (...args: string[]) => runBin([...args, '--json'], environment)
async function callsInFlight(): Promise<number> {
  const { text } = await exchange(service.opsUrl, { path: '/metrics' })
  return Number(/recruiter_calls_in_flight (\d+)/.exec(text)?.[1])
}
const demoBalance = () => command('balance', '--email', 'demo@example.com')
const balanceOf = ({ json }: Finished) => json?.balance_point_cents as number

describe('the first start', () => {
  test('creates a demo recruiter, prints its key once and commands to paste', async () => {
    expect(key).toMatch(/^hecn_live_\w{40,}$/)
    expect((await match()).body.billing).toMatchObject({
      billed_point_cents: 100,
      balance_point_cents: 9_900,
    })
    const password = /Its password for the user center.*\n\n {2}([\w-]{16})\n/.exec(service.output())?.[1]
    const signedIn = await openPage(service.url).call('signIn', {
      body: { email: 'demo@example.com', password },
    })
    expect(signedIn.body.account).toMatchObject({ email: 'demo@example.com', role: 'recruiter' })
    // Pasting them is tested in test/examples/curl.system.test.ts.
    expect(linesToPaste(service)).toHaveLength(2)
    expect((await demoBalance()).json).toMatchObject({ balance_point_cents: 9_900, held_point_cents: 0 })
  })
  test('the operator reads health and metrics on another port', async () => {
    expect((await exchange(service.opsUrl, { path: '/livez' })).status).toBe(200)
    expect((await exchange(service.opsUrl, { path: '/readyz' })).status).toBe(200)
    const { text } = await exchange(service.opsUrl, { path: '/metrics' })
    expect(text).toMatch(/recruiter_calls_total\{operation="matchResumeToJd",door="rest",error="ok"\} 1/)
    expect(text).toMatch(/recruiter_charged_point_cents_total\{operation="matchResumeToJd"\} 100/)
  })
})

describe('a start that is refused with one clear line', { concurrent: true }, () => {
  test('a second service on the same folder', async () => {
    await expect(startServiceProcess(environment)).rejects.toThrow(/ended with 1:\n.*already/s)
  })
  test("a folder that isn't writable", async () => {
    const nowhere = startServiceProcess({ ...environment, DATA_DIR: '/proc/nowhere' })
    await expect(nowhere).rejects.toThrow(/ended with 1:\nerror: cannot use DATA_DIR/)
  })
  test('an address of another machine', async () => {
    const elsewhere = startServiceProcess({ ...environment, OPS_HOST: '192.0.2.1' }, 'worker')
    await expect(elsewhere).rejects.toThrow(/ended with 1:\nerror: OPS_HOST is 192.0.2.1/)
  })
})

test('a hanging database is reported quickly, however often it is asked', async () => {
  const pid = Number((await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  const servers = runningProcesses().filter((each) => each.pid === pid || each.parent === pid)
  const ready = () => exchange(service.opsUrl, { path: '/readyz' })
  try {
    for (const each of servers) process.kill(each.pid, 'SIGSTOP')
    const started = performance.now()
    // In sequence they would take a minute.
    const answers = await Promise.all(Array.from({ length: 30 }, ready))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(performance.now() - started).toBeLessThan(20_000)
  } finally {
    for (const each of servers) process.kill(each.pid, 'SIGCONT')
  }
  expect((await ready()).status).toBe(200)
})

describe('examples', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const run = (file: string) =>
    promisify(execFile)(process.execPath, [join(root, 'examples', file)], {
      env: { ...process.env, BASE_URL: service.url, API_KEY: key },
    })
  test('Node', async () => {
    const { stdout } = await run('screen-one.mjs')
    expect(stdout).toMatch(/1 page\(s\), score [\d.]+: /)
  })
  test('a batch', async () => {
    const { stdout } = await run('screen-batch.mjs')
    expect(stdout).toMatch(/^\d+ {2}王小明 .*\n\d+ {2}李雷 /)
  })
  test('tools of MCP', async () => {
    const { stdout } = await run('mcp-screen.mjs')
    expect(stdout).toMatch(/^service_resume_parse /)
    expect(stdout).toMatch(/\d+ {2}from the PDF .*\n +\d+ {2}a student /)
  })
})

describe('restarts', () => {
  test('a graceful stop finishes running calls and keeps the balance', async () => {
    const before = balanceOf(await demoBalance())
    let answered = 0
    const calls = Array.from({ length: 20 }, () => match().finally(() => (answered += 1)))
    const answers = Promise.all(calls)
    // All have arrived; a connection still on its way has no call yet.
    while (answered + (await callsInFlight()) < 20) await new Promise((resolve) => setTimeout(resolve, 5))
    // A terminal interrupts the service and npm, which forwards the signal: two close together count as
    // one.
    const ended = service.end('SIGINT')
    await service.told('stopping')
    void service.end('SIGINT')
    expect(await ended).toBe(0)
    expect((await answers).map(({ status }) => status)).toEqual(Array(20).fill(200))
    service = await startServiceProcess(environment)
    expect(service.demoKey).toBeNull()
    const after = balanceOf(await demoBalance())
    expect(before - after).toBe(20 * 100)
  })

  test('kill -9 during 200 parallel calls: each answered call is charged once, and no other', async () => {
    await command('grant', '--email', 'demo@example.com', '--kind', 'paid', '--point-cents', '100000')
    const before = balanceOf(await demoBalance())
    const calls = Array.from({ length: 200 }, (_, index) => match(`crash-${index}`).catch(() => null))
    await Promise.race(calls)
    await new Promise((resolve) => setTimeout(resolve, 30))
    await service.end('SIGKILL')
    const first = await Promise.all(calls)
    const answered = first.filter((answer) => answer?.status === 200).length
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThan(200)

    service = await startServiceProcess(environment)
    const [verified, balanced] = await Promise.all([command('ledger', 'verify'), demoBalance()])
    expect(verified, verified.stdout).toMatchObject({ code: 0, json: { ok: true } })
    expect(balanced.json).toMatchObject({ held_point_cents: 0 })
    const charged = before - balanceOf(balanced)
    expect(charged).toBeGreaterThanOrEqual(answered * 100)

    // Callers without an answer retry with the same key: charged calls are replayed, the others run again.
    const second = await Promise.all(Array.from({ length: 200 }, (_, index) => match(`crash-${index}`)))
    expect(second.map(({ status }) => status)).toEqual(Array(200).fill(200))
    first.forEach((answer, index) => {
      if (answer?.status === 200) expect(second[index]?.text).toBe(answer.text)
    })
    const replayed = second.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length
    expect(charged).toBe(replayed * 100)
    const [balance, books] = await Promise.all([demoBalance(), command('ledger', 'verify')])
    expect(before - balanceOf(balance)).toBe(200 * 100)
    expect(books.json).toMatchObject({ ok: true })
  })
})

test('no text of a resume, key or file name is in the log or in the data folder', async () => {
  const marker = 'Plantedresumemarker'
  const answer = await exchange(service.url, {
    path: `${apiPrefix}/matches/resume-jd`,
    body: { ...soundInputs.matchResumeToJd, resume_text: `${marker} 五年 Go 开发经验` },
    key,
    idempotencyKey: 'planted-key-marker',
  })
  expect(answer.status).toBe(200)
  const broken = `{"resume_text": "${marker}`
  await exchange(service.url, { path: `${apiPrefix}/matches/resume-jd`, method: 'POST', body: broken, key })
  await exchange(service.url, {
    path: `${apiPrefix}/resumes/parse`,
    body: { ...soundInputs.parseResume, fileName: `${marker}.pdf` },
    key,
  })
  expect(service.output()).toContain('matchResumeToJd')
  expect(service.output()).not.toContain(marker)
  expect(service.output()).not.toContain(key)
  await service.end('SIGTERM')
  const planted = [marker, 'planted-key-marker', key]
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  )
  expect(files.length).toBeGreaterThan(500)
  for (const { parentPath, name } of files) {
    const content = await readFile(join(parentPath, name))
    expect(
      planted.filter((each) => content.includes(each)),
      join(parentPath, name),
    ).toEqual([])
  }
})
