import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { randomIds } from '../../src/kit/index.ts'
import { type Database, migrate, openDatabase, openStore, raw, sql } from '../../src/store/index.ts'
import { withDatabaseName } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The server of this run: the location of test databases, their template, and whether they are made by
     * copying files. Copying takes a third of the time where the server doesn't sync to disk. With syncs,
     * each copy would wait for two checkpoints.
     */
    testServer: { readonly url: string; readonly template: string; readonly copiesFiles: boolean }
    /**
     * The folder of this run, removed at its end. Test processes have their working folders and homes in
     * it.
     */
    scratch: string
  }
}

const folderPrefix = 'recruiter-test-'
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * One PostgreSQL for the whole run, except for `--project architecture`. It is an embedded one in a
 * temporary folder, or the one that TEST_DATABASE_URL names (14 to 18, a user who may create databases).
 * Its template is migrated once. Without a PostgreSQL the run fails; no test is skipped for lack of one.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === 'architecture')) return undefined
  const given = process.env.TEST_DATABASE_URL
  const folder = await makeFolder()
  const server = given
    ? await openDatabase(given, { poolSize: 1 })
    : await openThrowaway(join(folder, 'database'))
  const template = `recruiter_test_${randomIds().uuid().replaceAll('-', '')}`
  try {
    await makeTemplate(server, template)
  } catch (error) {
    await server.close()
    throw error
  }
  project.provide('testServer', { url: server.url, template, copiesFiles: !given })
  project.provide('scratch', folder)
  return async () => {
    if (given) await dropDatabases(server, template)
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The data are disposable, so nothing waits for the disk. */
async function openThrowaway(dataDirectory: string): Promise<Database> {
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  return await openStore({ dataDirectory, role: 'tool', server: { settings } }, { poolSize: 1 })
}

async function makeTemplate(server: Database, template: string): Promise<void> {
  await server.run(sql`create database ${raw(template)}`)
  const database = await openDatabase(withDatabaseName(server.url, template), { poolSize: 1 })
  try {
    await migrate(database, migrations)
  } finally {
    await database.close()
  }
}

async function dropDatabases(server: Database, template: string): Promise<void> {
  const rows = await server.many<{ name: string }>(
    sql`select datname as name from pg_database where datname like ${`${template}%`}`,
  )
  for (const { name } of rows) await server.run(sql`drop database if exists ${raw(name)} with (force)`)
}

/** Also removes the folders of killed runs. */
async function makeFolder(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^recruiter-test-(\d+)-/.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  await chmod(folder, 0o711)
  return folder
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
