import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { runningProcesses } from './processes.ts'

const run = promisify(execFile)
/** PostgreSQL refuses to run as root. */
export const nobody = { uid: 65_534, gid: 65_534 }

/** A PostgreSQL of the system's packages in its own folder. */
export interface SystemPostgres {
  readonly folder: string
  readonly port: number
  /** Runs one of its programs on this server. */
  program(name: string, ...args: string[]): Promise<{ stdout: string }>
  urlOf(database: string): string
  start(...settings: string[]): Promise<void>
  /** Sends kill -9 to the server and to each of its processes, as in a power failure. */
  kill(): void
}

/** A server with initialised files that does not run yet. `pgCtl` is the path of its pg_ctl. */
export async function makeSystemPostgres(
  pgCtl: string,
  stack: AsyncDisposableStack,
): Promise<SystemPostgres> {
  const server = await systemPostgresIn(pgCtl, stack)
  const how = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']
  await server.program('initdb', '-D', join(server.folder, 'files'), ...how)
  return server
}

/** A standby of a running server, made by pg_basebackup. It follows the server once it is started. */
export async function makeStandby(
  pgCtl: string,
  primary: SystemPostgres,
  stack: AsyncDisposableStack,
): Promise<SystemPostgres> {
  const standby = await systemPostgresIn(pgCtl, stack)
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  const to = join(standby.folder, 'files')
  await standby.program('pg_basebackup', '-R', '-d', from, '-D', to, '-c', 'fast', '--no-sync')
  return standby
}

async function systemPostgresIn(pgCtl: string, stack: AsyncDisposableStack): Promise<SystemPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(folder, nobody.uid, nobody.gid)
  const port = await findFreePort()
  const env = { PATH: process.env.PATH, LC_ALL: 'C', PGHOST: folder, PGPORT: `${port}`, PGUSER: 'postgres' }
  const program = (name: string, ...args: string[]) =>
    run(join(dirname(pgCtl), name), args, { cwd: '/', env, ...(isRoot ? nobody : {}) })
  const files = join(folder, 'files')
  return {
    folder,
    port,
    program,
    urlOf: (database) => `postgresql://postgres@/${database}?host=${encodeURIComponent(folder)}&port=${port}`,
    async start(...settings) {
      const fixed = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
      const options = [...fixed, 'fsync=off', ...settings].map((setting) => `-c ${setting}`).join(' ')
      await program('pg_ctl', '-D', files, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
      stack.defer(() => program('pg_ctl', '-D', files, '-m', 'immediate', 'stop').then(doNothing, doNothing))
    },
    kill() {
      const processes = runningProcesses()
      const server = processes.find(({ command }) => command.includes(` -D ${files} `))
      if (server === undefined) throw new Error('this server does not run')
      const children = processes.filter(({ parent }) => parent === server.pid)
      for (const { pid } of [server, ...children]) killNow(pid)
    },
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

function doNothing(): void {}

/** A port of this machine that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
