import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { openEmbedded, type Role, type ServerOptions } from './embedded/index.ts'

/** The location of the data: an operator's PostgreSQL, or a folder with an embedded one. */
export type StoreLocation =
  | { readonly databaseUrl: string }
  | { readonly dataDirectory: string; readonly role: Role; readonly server?: ServerOptions }

/**
 * Opens the database. With a folder, `role: 'service'` allows one service per folder; a second one is
 * refused after about five seconds. `role: 'tool'` joins a running server or starts one for its own
 * lifetime. `close()` releases everything and leaves no process behind. Throws a StoreError that says what
 * to do.
 */
export async function openStore(location: StoreLocation, options: DatabaseOptions = {}): Promise<Database> {
  if ('databaseUrl' in location) return await openDatabase(location.databaseUrl, options)
  const server = await openEmbedded(location.dataDirectory, location.role, location.server)
  try {
    const database = await openDatabase(server.url, options)
    const close = async () => {
      await database.close()
      await server.close()
    }
    return { ...database, close }
  } catch (error) {
    await server.close()
    throw error
  }
}
