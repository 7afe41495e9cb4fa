import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort, nobody, type SystemPostgres } from './system-postgres.ts'
import { until } from './until.ts'

/**
 * PgBouncer in transaction mode in front of a server. It has so few connections that clients soon share
 * them. Returns the URL of a database through it.
 */
export async function startPgbouncer(
  program: string,
  server: SystemPostgres,
  database: string,
  stack: AsyncDisposableStack,
): Promise<string> {
  const port = await findFreePort()
  const file = join(server.folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${server.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 100
`,
  )
  await chmod(file, 0o644)
  const isRoot = process.getuid?.() === 0
  const child = spawn(program, ['-q', file], { stdio: 'ignore', cwd: '/', ...(isRoot ? nobody : {}) })
  stack.defer(async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await ended
  })
  const url = `postgres://postgres@127.0.0.1:${port}/${database}`
  await until(() => server.program('psql', '-c', 'select 1', url).then(isTrue, isFalse))
  return url
}

const isTrue = () => true
const isFalse = () => false
