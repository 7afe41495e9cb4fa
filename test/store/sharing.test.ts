import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverProcesses, serversLeft, startStoreProcess, useDataFolders } from '../support/store-process.ts'

const folders = useDataFolders()

test('two tools that start in parallel share one server, which ends with the last', async () => {
  const data = await folders.make()
  const [one, two] = await Promise.all([startStoreProcess(data, 'tool'), startStoreProcess(data, 'tool')])
  expect([one.greeting, two.greeting]).toEqual(['ready', 'ready'])
  expect(await one.ask('add')).toBe('added 1')
  expect(await two.ask('count')).toBe('count 1')
  expect(await one.ask('close')).toBe('closed')
  expect(await two.ask('count')).toBe('count 1')
  expect(await two.ask('close')).toBe('closed')
  expect(await serversLeft(data)).toEqual([])
})

test('a service that joins the server of a tool keeps it when the tool leaves, killed or not', async () => {
  const data = await folders.make()
  for (const leaving of ['close', 'SIGKILL'] as const) {
    const tool = await startStoreProcess(data, 'tool')
    const service = await startStoreProcess(data, 'service')
    await (leaving === 'close' ? tool.ask('close') : tool.kill(leaving))
    expect(await service.ask('add')).toBe('added 1')
    const later = await startStoreProcess(data, 'tool')
    expect(await later.ask('count')).toMatch('count')
    await later.ask('close')
    expect(await service.ask('close')).toBe('closed')
    expect(await serversLeft(data)).toEqual([])
  }
})

test('kill -9 of a service keeps the server for a tool and the folder for the next service', async () => {
  const data = await folders.make()
  const service = await startStoreProcess(data, 'service')
  const tool = await startStoreProcess(data, 'tool')
  await service.ask('add')
  await service.kill('SIGKILL')
  expect(await tool.ask('count')).toBe('count 1')
  const next = await startStoreProcess(data, 'service')
  expect(next.greeting).toBe('ready')
  await tool.ask('close')
  expect(await next.ask('count')).toBe('count 1')
  await next.ask('close')
  expect(await serversLeft(data)).toEqual([])
})

test('a second service is refused with the id of the first', async () => {
  const data = await folders.make()
  const first = await startStoreProcess(data, 'service')
  const second = await startStoreProcess(data, 'service')
  expect(second.greeting).toMatch(
    /^refused a service already runs on .* \(process \d+, since \d{4}-.*Z\): stop it/,
  )
  expect(second.greeting).toContain(`process ${first.pid},`)
  expect(await first.ask('count')).toBe('count 0')
  await first.ask('close')
})

test('a service that starts while the last one is stopping waits for it', async () => {
  const data = await folders.make()
  const first = await startStoreProcess(data, 'service')
  const starting = startStoreProcess(data, 'service')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await first.ask('close')
  const second = await starting
  expect(second.greeting).toBe('ready')
  await second.ask('close')
  expect(await serversLeft(data)).toEqual([])
})

test('after kill -9 of all users the server stops, and an immediate restart finds all data', async () => {
  const data = await folders.make()
  for (let round = 1; round <= 4; round += 1) {
    const service = await startStoreProcess(data, 'service')
    const tool = await startStoreProcess(data, 'tool')
    expect([service.greeting, tool.greeting]).toEqual(['ready', 'ready'])
    expect(await service.ask('add')).toBe('added 1')
    expect(await tool.ask('count')).toBe(`count ${round}`)
    await Promise.all([service.kill('SIGKILL'), tool.kill('SIGKILL')])
  }
  expect(await serversLeft(data)).toEqual([])
})

test('Ctrl-C on the process group keeps the server for the draining service', async () => {
  const data = await folders.make()
  const service = await startStoreProcess(data, 'service')
  process.kill(-service.pid, 'SIGINT')
  expect(await service.nextLine()).toBe('interrupted')
  expect(await service.ask('add')).toBe('added 1')
  expect(serverProcesses(data).length).toBeGreaterThan(0)
  await service.ask('close')
  expect(await serversLeft(data)).toEqual([])
})

const isRoot = process.getuid?.() === 0
/** An account of this machine; `nobody` if the tests run as root. */
const accounts = readFileSync('/etc/passwd', 'utf8')
  .split('\n')
  .map((line) => line.split(':'))
const nobody = { uid: 65_534, gid: 65_534 }

/** The access of another process of user `nobody` to a data folder that root created. */
function asNobody(script: string, path: string): string {
  const options = { ...nobody, cwd: '/', encoding: 'utf8' } as const
  return execFileSync('sh', ['-c', `(${script}) 2>/dev/null || echo refused`, 'sh', path], options).trim()
}

/** If an ordinary user started it, the server and its files belong to that user and are closed to others. */
function expectClosed(data: string): void {
  const [server = 0] = serverProcesses(data)
  const run = join(data, 'run')
  for (const folder of [run, join(data, 'postgres')]) expect(lstatSync(folder).mode & 0o077).toBe(0)
  if (!isRoot) return
  const { uid } = lstatSync(join(data, 'postgres'))
  expect(accounts.map(([, , id]) => Number(id))).not.toContain(uid)
  expect(lstatSync(run).uid).toBe(uid)
  expect(lstatSync(`/proc/${server}`).uid).toBe(uid)
  expect(asNobody('echo "$1"', data)).toBe(data)
  expect(asNobody('cd "$1" && echo entered', run)).toBe('refused')
  expect(asNobody('test -S "$1" && echo seen', join(run, '.s.PGSQL.5432'))).toBe('refused')
  expect(asNobody('cat "$1"', join(data, 'postgres/PG_VERSION'))).toBe('refused')
  expect(asNobody('echo x >>"$1" && echo written', join(data, 'postgres/pg_hba.conf'))).toBe('refused')
  expect(asNobody('kill -0 "$1" && echo signalled', String(server))).toBe('refused')
}

test('started as root, the server has its own user: a process of user nobody has no access', async () => {
  const data = await folders.make()
  const service = await startStoreProcess(data, 'service')
  expect(service.greeting).toBe('ready')
  expectClosed(data)
  const foreign = [...readdirSync(join(data, 'postgres'), { recursive: true })].filter(
    (name) => lstatSync(join(data, 'postgres', String(name))).uid !== lstatSync(join(data, 'postgres')).uid,
  )
  expect(foreign).toEqual([])
  expect(await service.ask('close')).toBe('closed')
})

test('files that an earlier version gave to user nobody are taken over, also after an interruption', async () => {
  const data = await folders.make()
  const cluster = join(data, 'postgres')
  const first = await startStoreProcess(data, 'service')
  await first.ask('add')
  await first.ask('close')
  const own = lstatSync(cluster).uid
  for (const brokenOff of [false, true]) {
    if (isRoot) {
      for (const name of readdirSync(cluster, { recursive: true })) {
        lchownSync(join(cluster, String(name)), nobody.uid, nobody.gid)
      }
      chownSync(cluster, brokenOff ? own : nobody.uid, brokenOff ? own : nobody.gid)
      chownSync(join(data, 'run'), nobody.uid, nobody.gid)
      chmodSync(join(data, 'run'), 0o700)
    }
    const service = await startStoreProcess(data, 'service')
    expect(service.greeting).toBe('ready')
    expect(await service.ask('count')).toBe('count 1')
    expectClosed(data)
    await service.ask('close')
    expect(await serversLeft(data)).toEqual([])
  }
})
