import { createHash } from 'node:crypto'
import type { TableSum } from './format.ts'

const lineFeed = 10

/** Computes the totals of a table. In COPY's text format the only unescaped line feed ends a row. */
export function createSum(name: string): { add(bytes: Uint8Array): void; end(): TableSum } {
  const hash = createHash('sha256')
  let [rows, size] = [0, 0]
  return {
    add(bytes) {
      hash.update(bytes)
      size += bytes.length
      for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) rows += 1
    },
    end: () => ({ name, rows, bytes: size, sha256: hash.digest('hex') }),
  }
}

/** The checksum of a document in memory. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
