import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { type Database, openDatabase, raw, StoreError, sql } from '../../src/store/index.ts'
import { withDatabaseName } from './database-url.ts'

/** A database for one test file: migrated and empty. `drop()` removes it. */
export interface TestDatabase {
  readonly database: Database
  /** The DATABASE_URL for a child process. */
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

/** The same without tables, for tests of migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return await makeDatabase('template1', 4)
}

async function makeDatabase(template: string, poolSize: number): Promise<TestDatabase> {
  made += 1
  const server = inject('testServer')
  const name = `${server.template}_${process.pid}_${made}`
  const how = raw(server.copiesFiles ? 'strategy file_copy' : '')
  await onServer(server.url, (admin) =>
    admin.run(sql`create database ${raw(name)} template ${raw(template)} ${how}`),
  )
  const url = withDatabaseName(server.url, name)
  const database = await openDatabase(url, { poolSize })
  const drop = async () => {
    await database.close()
    await onServer(server.url, (admin) => dropForced(admin, name))
  }
  return { database, url, drop }
}

/** The server's autovacuum may be running there. We may not end it, and it finishes soon. */
async function dropForced(admin: Database, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.run(sql`drop database if exists ${raw(name)} with (force)`)
      return
    } catch (error) {
      if (!(error instanceof StoreError) || error.sqlState !== '42501' || attempt === 50) throw error
      await sleep(100)
    }
  }
}

async function onServer(url: string, work: (admin: Database) => Promise<unknown>): Promise<void> {
  const admin = await openDatabase(url, { poolSize: 1 })
  try {
    await work(admin)
  } finally {
    await admin.close()
  }
}
