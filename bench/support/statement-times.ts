import { type Database, sql } from '../../src/store/index.ts'

/** The times that PostgreSQL itself measured, by pg_stat_statements, without the round trip. */

export interface StatementTime {
  readonly statement: string
  readonly calls: number
  readonly meanMs: number
  readonly maxMs: number
}

/** An option for the server's start. The extension is part of the embedded PostgreSQL. */
export const countingStatements = { shared_preload_libraries: 'pg_stat_statements' }

export async function startCounting(database: Database): Promise<void> {
  await database.run(sql`create extension if not exists pg_stat_statements`)
  await database.run(sql`select pg_stat_statements_reset()`)
}

/** The statements in this database since `startCounting`, the slowest first. */
export async function statementTimes(database: Database): Promise<readonly StatementTime[]> {
  return await database.many<StatementTime>(sql`
    select regexp_replace(query, '\\s+', ' ', 'g') as statement, calls::int,
           round(mean_exec_time::numeric, 2)::float8 as "meanMs", round(max_exec_time::numeric, 1)::float8 as "maxMs"
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
      and query !~* '^(checkpoint|create|vacuum|begin|commit|set |select pg_stat)' and query !~* 'pg_stat_statements'
    order by mean_exec_time desc`)
}
