import { spawn } from 'node:child_process'
import { chownSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  launch,
  type StoreProcess,
  serverProcesses,
  serversLeft,
  startStoreProcess,
  useDataFolders,
} from '../support/store-process.ts'

const folders = useDataFolders()

const postmasterPid = (data: string) =>
  Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** Polls until the service answers again: it checks its server once a second. */
async function countAgain(service: StoreProcess): Promise<string> {
  let answer = ''
  for (let tries = 0; tries < 100; tries += 1) {
    answer = await service.ask('count')
    if (answer.startsWith('count')) break
    await sleep(100)
  }
  return answer
}

test('a killed server (out of memory, say) is restarted by its service, with all data', async () => {
  const data = await folders.make()
  const service = await startStoreProcess(data, 'service')
  await service.ask('add')
  process.kill(postmasterPid(data), 'SIGKILL')
  expect(await countAgain(service)).toBe('count 1')
  expect(await service.ask('close')).toBe('closed')
  expect(await serversLeft(data)).toEqual([])
})

test('a killed watchdog is replaced under a running service, and none remains at the end', async () => {
  const data = await folders.make()
  const service = await startStoreProcess(data, 'service')
  await service.ask('add')
  const server = postmasterPid(data)
  for (const pid of serverProcesses(data)) if (pid !== server) process.kill(pid, 'SIGKILL')
  for (let tries = 0; tries < 100 && serverProcesses(data).includes(server); tries += 1) await sleep(100)
  expect(await countAgain(service)).toBe('count 1')
  expect(postmasterPid(data)).not.toBe(server)
  await service.kill('SIGKILL')
  expect(await serversLeft(data)).toEqual([])
})

test('a server whose watchdog and service were killed is found, stopped and restarted', async () => {
  const data = await folders.make()
  const orphan = await leaveServerBehind(data)
  expect(serverProcesses(data)).toEqual([orphan])
  const next = await startStoreProcess(data, 'service')
  expect(await next.ask('count')).toBe('count 1')
  expect(postmasterPid(data)).not.toBe(orphan)
  await next.ask('close')
  expect(await serversLeft(data)).toEqual([])
})

test('after kill -9 of all processes, server included, every acknowledged write is there', async () => {
  const data = await folders.make()
  const service = await startStoreProcess(data, 'service')
  for (let n = 0; n < 20; n += 1) expect(await service.ask('add')).toBe('added 1')
  for (const pid of serverProcesses(data)) process.kill(pid, 'SIGKILL')
  await service.kill('SIGKILL')
  const next = await startStoreProcess(data, 'service')
  expect(await next.ask('count')).toBe('count 20')
  await next.ask('close')
  expect(await serversLeft(data)).toEqual([])
})

test("a stale postmaster.pid with the id of another process doesn't prevent a start", async () => {
  const data = await folders.make()
  const cluster = join(data, 'postgres')
  const { uid, gid } = statSync(cluster)
  const identity = process.getuid?.() === 0 ? { uid, gid } : {}
  // It ends with the end of its input, or when it is killed.
  const bystander = spawn('sh', ['-c', 'read line'], { ...identity, stdio: ['pipe', 'ignore', 'ignore'] })
  const lines = [bystander.pid, cluster, 1, 5432, join(data, 'run'), '', '', 'ready']
  writeFileSync(join(cluster, 'postmaster.pid'), `${lines.join('\n')}\n`)
  chownSync(join(cluster, 'postmaster.pid'), uid, gid)
  const service = await startStoreProcess(data, 'service')
  expect(service.greeting).toBe('ready')
  await service.ask('close')
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
  bystander.kill()
})

test.each([
  ['empty', ''],
  ['garbage', '\0\0\0\0\x07garbage\n'],
  ['a line of nothing', '\n/data/postgres\n'],
])('a postmaster.pid that is %s (a full disk, a power cut) needs no hand', async (_, content) => {
  const data = await folders.make()
  const first = await startStoreProcess(data, 'service')
  await first.ask('add')
  await first.ask('close')
  const path = join(data, 'postgres/postmaster.pid')
  const { uid, gid } = statSync(join(data, 'postgres'))
  writeFileSync(path, content, 'latin1')
  chownSync(path, uid, gid)
  const service = await startStoreProcess(data, 'service')
  expect(service.greeting).toBe('ready')
  expect(await service.ask('count')).toBe('count 1')
  await service.ask('close')
  expect(await serversLeft(data)).toEqual([])
})

test('with an empty postmaster.pid, a leftover server is found and stopped first', async () => {
  const data = await folders.make()
  const orphan = await leaveServerBehind(data)
  writeFileSync(join(data, 'postgres/postmaster.pid'), '')
  const next = await startStoreProcess(data, 'service')
  expect(await next.ask('count')).toBe('count 1')
  expect(serverProcesses(data)).not.toContain(orphan)
  await next.ask('close')
  expect(await serversLeft(data)).toEqual([])
})

test('after a kill during the creation of the database, the next start creates it completely', async () => {
  for (const afterMs of [150, 400, 700]) {
    const data = join(folders.base, `killed-after-${afterMs}`)
    const { child, ended } = launch(data, 'service')
    await sleep(afterMs)
    child.kill('SIGKILL')
    await ended
    const next = await startStoreProcess(data, 'service')
    expect(next.greeting).toBe('ready')
    expect(readdirSync(data).filter((name) => name.startsWith('postgres.new'))).toEqual([])
    await next.ask('close')
    expect(await serversLeft(data)).toEqual([])
  }
})

test('a path longer than a socket allows still works, for a tool beside the service too', async () => {
  const data = join(folders.base, 'long'.repeat(20), 'path'.repeat(20))
  const service = await startStoreProcess(data, 'service')
  expect(service.greeting).toBe('ready')
  const tool = await startStoreProcess(data, 'tool')
  await service.ask('add')
  expect(await tool.ask('count')).toBe('count 1')
  await tool.ask('close')
  await service.ask('close')
  expect(await serversLeft(data)).toEqual([])
})

test('a folder inside an unreadable one (DATA_DIR under /root) works', async () => {
  const closed = join(folders.base, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const data = join(closed, "it's a folder")
  const service = await startStoreProcess(data, 'service')
  expect(service.greeting).toBe('ready')
  expect(await service.ask('add')).toBe('added 1')
  const tool = await startStoreProcess(data, 'tool')
  expect(await tool.ask('count')).toBe('count 1')
  await tool.ask('close')
  await service.ask('close')
  expect(await serversLeft(data)).toEqual([])
})

test('files of another major version are refused and unchanged', async () => {
  const data = await folders.make()
  writeFileSync(join(data, 'postgres/PG_VERSION'), '13\n')
  const service = await startStoreProcess(data, 'service')
  expect(service.greeting).toContain('was made by PostgreSQL 13')
  expect(readFileSync(join(data, 'postgres/PG_VERSION'), 'utf8')).toBe('13\n')
})

test('the log is bounded and contains no values of statements', async () => {
  const data = await folders.make()
  writeFileSync(join(data, 'postgres.log'), 'x'.repeat(1_200_000))
  const service = await startStoreProcess(data, 'service')
  await service.ask('close')
  expect(statSync(join(data, 'postgres.log')).size).toBeLessThan(100_000)
  expect(readFileSync(join(data, 'postgres.log'), 'utf8')).not.toContain('ERROR')
})

/** Kills the service and its server's watchdog. Returns the remaining server process. */
async function leaveServerBehind(data: string): Promise<number> {
  const service = await startStoreProcess(data, 'service')
  await service.ask('add')
  const orphan = postmasterPid(data)
  for (const pid of serverProcesses(data)) if (pid !== orphan) process.kill(pid, 'SIGKILL')
  await service.kill('SIGKILL')
  return orphan
}
