import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

/** A connection of another process to this database, under the same role. */
interface OtherConnection {
  /** Of the server's process. */
  readonly pid: number
  readonly from: string
  readonly since: Date
}

/**
 * The connections of other processes. A running service or worker always has one, because its loops query
 * once a second. A pooler may keep one open for a while after its last client has gone.
 */
export async function otherConnections(queryable: Queryable): Promise<readonly OtherConnection[]> {
  return queryable.many<OtherConnection>(sql`
    select pid, coalesce(host(client_addr), 'this machine') as "from", backend_start as since
    from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and backend_type = 'client backend'
    order by backend_start`)
}
