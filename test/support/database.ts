import { inject } from 'vitest'
import { type Database, openDatabase, raw, sql } from '../../src/store/index.ts'
import { withDatabaseName } from './database-url.ts'

/** A database of its own for one test file: migrated, empty, and gone after `drop()`. */
export interface TestDatabase {
  readonly database: Database
  /** What DATABASE_URL has to be for a child process to use it. */
  readonly url: string
  drop(): Promise<void>
}

let made = 0

/**
 * Makes a database from the run's migrated template (about 50 ms). Use one per test file:
 * `const { database, drop } = await createTestDatabase(); afterAll(drop)`.
 */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  return await makeDatabase(inject('testServer').template, options.poolSize ?? 10)
}

/** The same without any table: for tests of migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await makeDatabase('template1', 4)
}

async function makeDatabase(template: string, poolSize: number): Promise<TestDatabase> {
  made += 1
  const server = inject('testServer')
  const name = `${server.template}_${process.pid}_${made}`
  await onServer(server.url, (admin) =>
    admin.run(sql`create database ${raw(name)} template ${raw(template)}`),
  )
  const url = withDatabaseName(server.url, name)
  const database = await openDatabase(url, { poolSize })
  const drop = async () => {
    await database.close()
    await onServer(server.url, (admin) => admin.run(sql`drop database if exists ${raw(name)} with (force)`))
  }
  return { database, url, drop }
}

async function onServer(url: string, work: (admin: Database) => Promise<unknown>): Promise<void> {
  const admin = await openDatabase(url, { poolSize: 1 })
  try {
    await work(admin)
  } finally {
    await admin.close()
  }
}
