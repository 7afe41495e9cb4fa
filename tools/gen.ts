import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Database, migrate, openStore } from '../src/store/index.ts'
import { checkPatterns } from './check-patterns.ts'
import { derivedFiles, root } from './derived/files.ts'

/**
 * `npm run gen`: writes every derived file and prints which ones changed. `npm run gen -- patterns`:
 * updates the verdicts on patterns instead, which takes minutes if many are new.
 */

if (process.argv.includes('patterns')) {
  await checkPatterns()
  process.exit()
}
await withDatabase(async (database) => {
  for (const { path, text } of await derivedFiles(database)) {
    const file = join(root, path)
    const before = await readFile(file, 'utf8').catch(() => null)
    if (before !== text) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    console.log(`${before === text ? 'unchanged' : 'written  '} ${path}`)
  }
})

/** A migrated database on a temporary server, removed afterwards. */
async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recruiter-gen-'))
  try {
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
    const location = { dataDirectory: folder, role: 'tool', server: { settings } } as const
    const database = await openStore(location, { poolSize: 2 })
    try {
      await migrate(database, join(root, 'migrations'))
      await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
