import type { BackupSummary } from './backup/create.ts'
import { readBackup } from './backup/read.ts'
import { restoreBackup } from './backup/restore.ts'
import { type Database, openDatabase } from './database.ts'
import { makeEmbedded } from './embedded/index.ts'

/** The target of a restore: an empty database, or an empty folder that gets an embedded one. */
export type RestoreLocation =
  | { readonly databaseUrl: string; readonly prepareStatements?: boolean }
  | { readonly dataDirectory: string }

export interface Restored<Proof> {
  readonly summary: BackupSummary
  readonly proof: Proof
}

/**
 * Restores the backup in `path` and passes the result to `prove`. If the file is damaged or the target is not
 * empty, nothing is changed; if it fails midway, nothing remains.
 */
export async function restoreStore<Proof>(
  location: RestoreLocation,
  { path, migrationsFolder }: { readonly path: string; readonly migrationsFolder: string },
  prove: (database: Database) => Promise<Proof>,
): Promise<Restored<Proof>> {
  await readBackup(path)
  const restoreTo = async (url: string): Promise<Restored<Proof>> => {
    const prepare = 'databaseUrl' in location ? location.prepareStatements : true
    const database = await openDatabase(url, { poolSize: 4, prepareStatements: prepare ?? true })
    try {
      const summary = await restoreBackup(database, path, migrationsFolder)
      return { summary, proof: await prove(database) }
    } finally {
      await database.close()
    }
  }
  if ('databaseUrl' in location) return await restoreTo(location.databaseUrl)
  return await makeEmbedded(location.dataDirectory, restoreTo)
}
