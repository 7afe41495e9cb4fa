import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Connection } from 'pg'
import { type CopyToStreamQuery, from, to } from 'pg-copy-streams'
import { assert } from '../kit/index.ts'
import { type Client, driving } from './client.ts'
import { StoreError } from './errors.ts'
import type { Sql } from './sql.ts'

/** COPY on one connection: rows as PostgreSQL's own text format, in and out, as streams. */
export interface Copying {
  /** What `copy … to stdout` answers. Read it to its end: leaving it early throws the connection away. */
  copyOut(statement: Sql): AsyncIterable<Uint8Array>
  /** Feeds `copy … from stdin` and returns the number of rows that the server took. */
  copyIn(statement: Sql, chunks: AsyncIterable<Uint8Array>): Promise<number>
}

/** The query notes its connection when it is sent. */
type CopyOut = CopyToStreamQuery & { readonly connection?: Connection }

/** `check` throws where the transaction has ended; `failed` is told of every failure. */
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
          // The rest of the rows is on its way: nothing else can be asked on this connection.
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
