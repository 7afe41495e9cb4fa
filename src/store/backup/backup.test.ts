import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { type Database, migrate, raw, sql } from '../index.ts'
import { restoreStore } from '../restore-store.ts'
import { readArchive, writeArchive } from './archive.ts'
import { type BackupSummary, createBackup } from './create.ts'
import { readBackup } from './read.ts'

/** A backup of a database with values of every type, and every kind of damage to its file. */

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const [file, smallFile] = [join(folder, 'sound.tar.gz'), join(folder, 'small.tar.gz')]
const stack = new AsyncDisposableStack()
let source: TestDatabase
let sound: BackupSummary

const accountId = '01980000-0000-7000-8000-000000000001'
const batchId = '01980000-0000-7000-8000-000000000002'
const awkward = 'tab\t line\nend \\N \\. "quote" 王小明 \u{1F600}'

beforeAll(async () => {
  source = await createTestDatabase()
  stack.defer(source.drop)
  await fillSmall(source.database)
  await backUp(source.database, smallFile)
  await fillLarge(source.database)
  sound = await backUp(source.database, file)
})
afterAll(() => stack.disposeAsync())

async function fillSmall(database: Database): Promise<void> {
  for (const statement of [
    sql`insert into accounts values (${accountId}, 'a@example.com', 'recruiter', null, '2026-01-02T03:04:05.678901Z', null)`,
    sql`insert into api_keys (account_id, key_id, name, last_four, scopes, created_at)
        values (${accountId}, ${accountId}, ${awkward}, 'abcd', ${['a,b', '{"c"}', 'NULL', '']}, '-infinity')`,
    sql`insert into grants (account_id, grant_id, kind, granted, remaining, note, created_at)
        values (${accountId}, ${accountId}, 'paid', 9007199254740993, 0, ${awkward}, now())`,
    sql`insert into batches (account_id, batch_id, request_id, language, total, open_items, jd, created_at)
        values (${accountId}, ${batchId}, ${batchId}, 'zh', 2, 2, '\\x00ff0a5c', now())`,
    sql`insert into batch_items (account_id, batch_id, position, resume, state, score, result_sealed, ended_at)
        values (${accountId}, ${batchId}, 1, 'removed', 'scored', ${0.1 + 0.2}, '\\x0a', now())`,
  ]) {
    await database.run(statement)
  }
}

/** One row that is larger than a piece, and a table of several pieces. */
async function fillLarge(database: Database): Promise<void> {
  const large = Buffer.alloc(5_000_000, '0123456789abcdef')
  for (const statement of [
    sql`insert into batch_items (account_id, batch_id, position, resume) values (${accountId}, ${batchId}, 2, ${large})`,
    sql`insert into audit_log (audit_id, at, actor, source, action, detail)
        select gen_random_uuid(), now(), 'x', 'cli', 'test', repeat(md5(n::text), 60) from generate_series(1, 6000) n`,
  ]) {
    await database.run(statement)
  }
}

function backUp(database: Database, path: string): Promise<BackupSummary> {
  return createBackup(database, { path, programVersion: '1.2.3', now: () => new Date() })
}

async function emptyDatabase(): Promise<TestDatabase> {
  const made = await createEmptyDatabase()
  stack.defer(made.drop)
  return made
}

const restore = (path: string, databaseUrl: string, folderOfMigrations = migrationsFolder) =>
  restoreStore({ databaseUrl }, { path, migrationsFolder: folderOfMigrations }, async () => 'proven')

const tablesIn = async (database: Database) =>
  (
    await database.many<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )
  ).length

test('every row is restored unchanged, with the same checksums', async () => {
  const { database, url } = await emptyDatabase()
  const { summary, proof } = await restore(file, url)
  expect(proof).toBe('proven')
  expect(summary).toEqual(sound)
  const again = await backUp(database, join(folder, 'again.tar.gz'))
  expect(again.tables).toEqual(sound.tables)
  const rows = Object.fromEntries(sound.tables.map((table) => [table.name, table.rows]))
  expect(rows).toMatchObject({ accounts: 1, batch_items: 2, audit_log: 6000, credential_changes: 1 })
  const row = sql`select name, scopes, created_at::text as at, (select score from batch_items where position = 1),
                         (select granted::text from grants) from api_keys`
  expect(await database.one(row)).toEqual(await source.database.one(row))
  const refused = database.run(sql`delete from requests; update grants set remaining = 5`)
  await expect(refused, 'the triggers work again').rejects.toThrow('a grant only falls')
})

test('parts are split between rows and are no larger than necessary', async () => {
  const sizes: Record<string, number[]> = {}
  for await (const { name, body } of readArchive(file)) {
    const parts: Uint8Array[] = []
    for await (const part of body) parts.push(part)
    const bytes = Buffer.concat(parts)
    const table = /^tables\/(\w+)\//.exec(name)?.[1]
    if (table === undefined) continue
    expect(bytes.at(-1)).toBe(10)
    sizes[table] = [...(sizes[table] ?? []), bytes.length]
  }
  expect(sizes.audit_log?.length).toBeGreaterThan(2)
  expect(Math.max(...(sizes.audit_log ?? []))).toBeLessThan(4_200_000)
  expect(sizes.batch_items?.reduce((sum, size) => sum + size)).toBeGreaterThan(10_000_000)
})

test('only its owner may read the file, and an existing file is not replaced', async () => {
  const { statSync } = await import('node:fs')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file)
  await expect(backUp(source.database, file)).rejects.toThrow(`${file} exists`)
  expect(readFileSync(file)).toEqual(before)
  const partial = join(folder, 'other.tar.gz.partial')
  writeFileSync(partial, 'of another')
  await expect(backUp(source.database, join(folder, 'other.tar.gz'))).rejects.toThrow('EEXIST')
  expect(readFileSync(partial, 'utf8')).toBe('of another')
  await expect(backUp(source.database, join(folder, 'no', 'such.tar.gz'))).rejects.toThrow('ENOENT')
})

test('a failed backup leaves no file, and its connection is not reused', async () => {
  const path = join(folder, 'failed.tar.gz')
  const failing = source.database.transaction(async (tx) => {
    await writeArchive(path, new Date(), async (add) => {
      await add('first', Buffer.alloc(100_000))
      for await (const chunk of tx.copyOut(sql`copy (select * from audit_log) to stdout`)) {
        await add('second', chunk)
        throw new Error('the end of the test')
      }
    })
  })
  await expect(failing).rejects.toThrow('the end of the test')
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
  const counts = Array.from({ length: 12 }, () =>
    source.database.one(sql`select count(*) as n from audit_log`),
  )
  expect(await Promise.all(counts)).toEqual(counts.map(() => ({ n: 6000 })))
})

test('rows that change during the backup are consistent', async () => {
  const { database, url, drop } = await createTestDatabase()
  stack.defer(drop)
  const lows = sql`insert into low_lines select gen_random_uuid(), 500 from generate_series(1, 20)`
  await database.run(lows)
  let ended = false
  const shuffle = async () => {
    while (!ended) {
      await database.transaction(async (tx) => {
        await tx.run(
          sql`update low_lines set point_cents = point_cents - 1 where account_id = (select min(account_id::text)::uuid from low_lines where point_cents > 0)`,
        )
        await tx.run(
          sql`insert into attempt_marks values (decode(md5(random()::text) || md5(random()::text), 'hex'), now())`,
        )
      })
    }
  }
  const work = [shuffle(), shuffle()]
  const target = await emptyDatabase()
  for (let round = 1; round <= 3; round += 1) await backUp(database, join(folder, `moving-${round}.tar.gz`))
  ended = true
  await Promise.all(work)
  await restore(join(folder, 'moving-3.tar.gz'), target.url)
  const kept = await target.database.one<{ sum: number }>(
    sql`select ((select sum(point_cents) from low_lines) + (select count(*) from attempt_marks))::bigint as sum`,
  )
  expect(kept.sum).toBe(20 * 500)
  expect(url).not.toBe(target.url)
})

test.each([
  ['nothing', Buffer.alloc(0), 'cut off'],
  ['a text', Buffer.from('not a backup'), 'no backup of this program'],
  ['a gzipped text', gzipSync('not a backup'), 'cut off'],
  ['a gzipped block of zeros', gzipSync(Buffer.alloc(1024)), 'no backup of this program'],
])('%s is refused', async (_, bytes, why) => {
  const path = join(folder, 'foreign.tar.gz')
  writeFileSync(path, bytes)
  await expect(readBackup(path)).rejects.toThrow(why)
  await expect(readBackup(path)).rejects.toThrow(path)
})

test('a missing file and a folder are refused by name', async () => {
  await expect(readBackup(join(folder, 'none'))).rejects.toThrow('ENOENT')
  await expect(readBackup(folder)).rejects.toThrow('EISDIR')
})

test('a file truncated anywhere is refused', async () => {
  const bytes = readFileSync(smallFile)
  const path = join(folder, 'cut.tar.gz')
  for (let end = 0; end < bytes.length; end += 50) {
    writeFileSync(path, bytes.subarray(0, end))
    await expect(readBackup(path), `cut at ${end}`).rejects.toThrow('is not used: it is cut off')
  }
  writeFileSync(path, bytes.subarray(0, -1))
  await expect(readBackup(path)).rejects.toThrow('is not used: it is cut off')
})

test('a file that is changed anywhere is refused', async () => {
  const bytes = readFileSync(smallFile)
  const path = join(folder, 'changed.tar.gz')
  let refused = 0
  for (let at = 10; at < bytes.length; at += 20) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    if (meansTheSame(changed, bytes)) continue
    writeFileSync(path, changed)
    await expect(readBackup(path), `changed at ${at}`).rejects.toThrow('is not used')
    refused += 1
  }
  expect(refused).toBeGreaterThan(100)
})

/** Among zeros, a changed back-reference may unpack to the same bytes. */
function meansTheSame(changed: Uint8Array, bytes: Uint8Array): boolean {
  try {
    return gunzipSync(changed).equals(gunzipSync(bytes))
  } catch {
    return false
  }
}

test('a tar that ends between two files is reported as truncated', async () => {
  const plain = gunzipSync(readFileSync(smallFile))
  const path = join(folder, 'short.tar.gz')
  const manifestAt = plain.indexOf('manifest.json\0')
  for (const end of [manifestAt, manifestAt + 512]) {
    writeFileSync(path, gzipSync(plain.subarray(0, end)))
    await expect(readBackup(path)).rejects.toThrow('cut off')
  }
})

/** The intact backup with one file of it changed, and valid for tar and gzip. */
async function altered(name: string, change: (text: string) => string): Promise<string> {
  const path = join(mkdtempSync(join(folder, 'altered-')), 'it.tar.gz')
  await writeArchive(path, new Date(), async (add) => {
    for await (const found of readArchive(smallFile)) {
      const parts: Uint8Array[] = []
      for await (const part of found.body) parts.push(part)
      const bytes = Buffer.concat(parts)
      await add(found.name, found.name === name ? Buffer.from(change(bytes.toString('utf8'))) : bytes)
    }
  })
  return path
}

test.each([
  [
    'tables/accounts/000001.copy',
    (text: string) => text.replace('a@', 'b@'),
    'its table accounts is damaged',
  ],
  ['tables/accounts/000001.copy', (text: string) => text + text, 'damaged (2 rows of 1)'],
  ['tables/accounts/000001.copy', () => '', 'damaged (0 rows of 1)'],
  ['header.json', (text: string) => text.replace('"accounts"', '"elsewhere"'), 'its header was changed'],
  ['header.json', (text: string) => text.replace('1.2.3', '1.2.4'), 'its header was changed'],
  [
    'header.json',
    (text: string) => text.replace('recruiter-open-api', 'another'),
    'no backup of this program',
  ],
  [
    'header.json',
    (text: string) => text.replace('"formatVersion": 1', '"formatVersion": 2'),
    'newer program',
  ],
  ['header.json', (text: string) => text.slice(1), 'its header.json is damaged'],
  [
    'header.json',
    () => '{"format": "recruiter-open-api backup", "formatVersion": 1}',
    'header.json is damaged',
  ],
  ['manifest.json', () => '{"headerSha256": "", "tables": [{}]}', 'manifest.json is damaged'],
  [
    'manifest.json',
    (text: string) => text.replace('"rows": 1,', '"rows": 2,'),
    'accounts is damaged (1 rows of 2)',
  ],
  [
    'manifest.json',
    (text: string) => text.replace('"name": "grants"', '"name": "others"'),
    'table grants is damaged',
  ],
])('an archive whose %s was changed on purpose is refused', async (name, change, why) => {
  const path = await altered(name, change)
  await expect(readBackup(path)).rejects.toThrow(why)
  const { database, url } = await emptyDatabase()
  await expect(restore(path, url)).rejects.toThrow(why)
  expect(await tablesIn(database)).toBe(0)
})

/** The header and its checksum in the manifest, changed together. */
async function forged(change: (header: string) => string): Promise<string> {
  const { sha256Of } = await import('./sum.ts')
  let head = ''
  const first = await altered('header.json', (text) => {
    head = change(text)
    return head
  })
  const path = join(mkdtempSync(join(folder, 'forged-')), 'it.tar.gz')
  await writeArchive(path, new Date(), async (add) => {
    for await (const found of readArchive(first)) {
      const parts: Uint8Array[] = []
      for await (const part of found.body) parts.push(part)
      const text = Buffer.concat(parts)
      const manifest = () =>
        JSON.stringify({ ...JSON.parse(text.toString('utf8')), headerSha256: sha256Of(Buffer.from(head)) })
      await add(found.name, found.name === 'manifest.json' ? Buffer.from(manifest()) : text)
    }
  })
  return path
}

test.each([
  [
    'other columns',
    (text: string) => text.replace('"email"', '"email) from stdin; drop table grants; --"'),
    'other tables',
  ],
  [
    'a changed migration',
    (text: string) => text.replace(/"checksum": "\w/, '"checksum": "x'),
    'its file has changed',
  ],
  [
    'a migration that is not known yet',
    (text: string) => {
      const header = JSON.parse(text)
      const next = { version: header.migrations.length + 1, name: 'later', checksum: 'x' }
      return JSON.stringify({ ...header, migrations: [...header.migrations, next] })
    },
    'start a newer version',
  ],
])('a sound file with %s is refused by a restore, and nothing is left', async (_, change, why) => {
  const path = await forged(change)
  await readBackup(path)
  const { database, url } = await emptyDatabase()
  await expect(restore(path, url)).rejects.toThrow(why)
  expect(await tablesIn(database)).toBe(0)
})

test('a database that is not empty is refused and unchanged', async () => {
  const { database, url } = await emptyDatabase()
  await database.run(sql`create table mine (n int)`)
  await expect(restore(file, url)).rejects.toThrow('not empty')
  expect(await tablesIn(database)).toBe(1)
})

test('a backup of an earlier schema is loaded into that schema, then migrated', async () => {
  const earlier = mkdtempSync(join(folder, 'migrations-'))
  const names = readdirSync(migrationsFolder)
    .filter((name) => /^\d+_/.test(name))
    .sort()
  for (const name of names.slice(0, 8)) cpSync(join(migrationsFolder, name), join(earlier, name))
  const old = await emptyDatabase()
  await migrate(old.database, earlier)
  await old.database.run(
    sql`insert into accounts values (${accountId}, 'a@example.com', 'recruiter', null, now(), null)`,
  )
  const path = join(folder, 'earlier.tar.gz')
  expect(await backUp(old.database, path)).toMatchObject({ schemaVersion: 8 })
  const { database, url } = await emptyDatabase()
  await restore(path, url)
  const [{ n }, account] = [
    await database.one<{ n: number }>(sql`select count(*) as n from schema_migrations`),
    await database.one<{ email: string }>(sql`select email from ${raw('accounts')}`),
  ]
  expect({ n, email: account.email }).toEqual({ n: names.length, email: 'a@example.com' })
  expect(existsSync(path)).toBe(true)
})
