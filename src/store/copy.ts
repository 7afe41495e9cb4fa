import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Connection } from 'pg'
import { type CopyToStreamQuery, from, to } from 'pg-copy-streams'
import { assert } from '../kit/index.ts'
import { type Client, driving } from './client.ts'
import { StoreError } from './errors.ts'
import type { Sql } from './sql.ts'

/** COPY on one connection: rows in PostgreSQL's text format, in and out, as streams. */
export interface Copying {
  /** The output of `copy … to stdout`. Read it to its end: leaving it early closes the connection. */
  copyOut(statement: Sql): AsyncIterable<Uint8Array>
  /** Sends rows to `copy … from stdin` and returns the number of rows that the server stored. */
  copyIn(statement: Sql, chunks: AsyncIterable<Uint8Array>): Promise<number>
}

/** The query stores its connection when it is sent. */
type CopyOut = CopyToStreamQuery & { readonly connection?: Connection }

/** `check` throws if the transaction has ended; `failed` is called with every error. */
export function copyingOver(client: Client, check: () => void, failed: (error: unknown) => void): Copying {
  const attempt = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    check()
    try {
      return await driving(doing, work)
    } catch (error) {
      failed(error)
      throw error
    }
  }
  return {
    async *copyOut(statement) {
      check()
      const stream: CopyOut = client.query(to(textOf(statement)))
      const chunks = stream[Symbol.asyncIterator]()
      let complete = false
      try {
        for (;;) {
          const { done, value } = await attempt('copy to stdout', () => chunks.next())
          if (done) break
          yield value
        }
        complete = true
      } finally {
        if (!complete) {
          // The remaining rows are in transit, so the connection cannot be used for anything else.
          stream.connection?.stream.destroy()
          failed(new StoreError('a copy was left before its end'))
        }
      }
    },
    copyIn: (statement, chunks) =>
      attempt('copy from stdin', async () => {
        const stream = client.query(from(textOf(statement)))
        await pipeline(Readable.from(chunks, { objectMode: false }), stream)
        return stream.rowCount
      }),
  }
}

/** COPY takes no parameters. */
function textOf(statement: Sql): string {
  assert(statement.values.length === 0, 'a copy statement takes no values')
  return statement.text
}
