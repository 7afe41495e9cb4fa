/** The role of the program and its database, in every embedded server. */
export const role = 'recruiter'
export const databaseName = 'recruiter'

/**
 * Passed on the command line, so a new version of the program brings its own. Durability keeps PostgreSQL's
 * defaults: fsync, full_page_writes and synchronous_commit on. No value of a statement may reach the log,
 * hence its level and terseness.
 */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  dynamic_shared_memory_type: 'mmap',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** The arguments of `postgres`. `overrides` are for tests with disposable data. */
export function serverArguments(
  cluster: string,
  runFolder: string,
  overrides: Readonly<Record<string, string>> = {},
): string[] {
  const socketFolder = `"${runFolder.replaceAll('"', '""')}"`
  const all = { ...settings, unix_socket_directories: socketFolder, ...overrides }
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** The environment of PostgreSQL's programs: without ours, so that no PG… variable affects them. */
export function serverEnvironment(stalePid: number | undefined): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    LC_ALL: 'C',
    TZ: 'UTC',
    // As in pg_ctl: tells the server that this process number in postmaster.pid is not another server.
    ...(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }),
  }
}
