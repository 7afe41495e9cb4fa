import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runBin } from '../support/run-bin.ts'
import { makeSystemPostgres } from '../support/system-postgres.ts'
import { needProgram } from '../support/system-programs.ts'

/** The dump and the restore that docs/backup.md describes for an external PostgreSQL. */

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

async function startServer(pgCtl: string) {
  const server = await makeSystemPostgres(pgCtl, stack)
  await server.start()
  return server
}

test('pg_dump and pg_restore copy everything to another database, and the ledger is correct', async (context) => {
  const { folder, program, urlOf } = await startServer(needProgram(context, 'pg_ctl'))
  for (const name of ['source', 'target']) await program('createdb', name)
  const key = Buffer.alloc(32, 5).toString('base64')
  const commandOn = (name: string, ...args: string[]) =>
    runBin([...args, '--json'], { DATABASE_URL: urlOf(name), DATA_KEY: key, DATA_DIR: folder })
  const account = ['--email', 'hr@example.com']
  for (const args of [
    ['migrate'],
    ['account', 'create', ...account, '--role', 'recruiter'],
    ['grant', ...account, '--kind', 'paid', '--point-cents', '4321'],
  ]) {
    expect(await commandOn('source', ...args)).toMatchObject({ code: 0 })
  }
  const dump = join(folder, 'recruiter.dump')
  await program('pg_dump', '--format=custom', '--no-owner', `--file=${dump}`, urlOf('source'))
  const whole = ['--exit-on-error', '--single-transaction', '--no-owner']
  await program('pg_restore', ...whole, `--dbname=${urlOf('target')}`, dump)
  expect(await commandOn('target', 'ledger', 'verify')).toMatchObject({
    code: 0,
    json: { ok: true, accounts: 1 },
  })
  const found = await commandOn('target', 'balance', ...account)
  expect(found.json).toMatchObject({ balance_point_cents: 4321 })
})

test('the program can back it up, and restore a backup of an embedded database into it', async (context) => {
  const { folder, program, urlOf } = await startServer(needProgram(context, 'pg_ctl'))
  await program('createdb', 'target')
  const embedded = { DATA_DIR: join(folder, '..', `${folder}-embedded`) }
  stack.defer(() => rm(embedded.DATA_DIR, { recursive: true, force: true, maxRetries: 5 }))
  const [first, second] = [`${embedded.DATA_DIR}-1.tar.gz`, `${embedded.DATA_DIR}-2.tar.gz`]
  stack.defer(async () => void (await Promise.all([first, second].map((file) => rm(file, { force: true })))))
  const create = ['account', 'create', '--email', 'hr@example.com', '--role', 'recruiter']
  expect(await runBin(create, embedded)).toMatchObject({ code: 0 })
  const made = await runBin(['backup', 'create', first, '--json'], embedded)
  const external = { DATABASE_URL: urlOf('target'), DATA_DIR: embedded.DATA_DIR }
  expect(await runBin(['backup', 'restore', first, '--json'], external)).toMatchObject({
    code: 0,
    json: { ok: true },
  })
  const again = await runBin(['backup', 'create', second, '--json'], external)
  expect(again.json?.tables).toEqual(made.json?.tables)
  expect(again.json?.server_version).not.toBe(made.json?.server_version)
})
