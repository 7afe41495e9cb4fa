import type { Sealer } from './kit/index.ts'
import {
  agreementOn,
  agreeOn,
  changeAgreement,
  otherConnections,
  type Queryable,
  type Tx,
} from './store/index.ts'

/**
 * One data key for all that share a database. Its fingerprint stands in the database from the first start on:
 * a process with another key would store replies that nobody else can open, and fail on theirs.
 */
const agreementName = 'data key'

const fingerprintOf = (sealer: Sealer) => sealer.hmac('the data key of this database')

/** The first key that is used becomes the key of the database. Throws where it has another one. */
export async function agreeOnDataKey(database: Queryable, sealer: Sealer): Promise<void> {
  refuseOther(await agreeOn(database, agreementName, fingerprintOf(sealer)), sealer)
}

/** The same for who only looks, and leaves no trace. */
export async function checkDataKey(database: Queryable, sealer: Sealer): Promise<void> {
  const agreed = await agreementOn(database, agreementName)
  if (agreed !== undefined) refuseOther(agreed, sealer)
}

/** What the key in force here (null: none) is to a database that was restored. */
export type DataKeyState = 'right' | 'other' | 'missing' | 'unused'

/** Says whether this key is that of the database; `unused` where the database has agreed on none. */
export async function dataKeyState(database: Queryable, sealer: Sealer | null): Promise<DataKeyState> {
  const agreed = await agreementOn(database, agreementName)
  if (agreed === undefined) return 'unused'
  if (sealer === null) return 'missing'
  return Buffer.compare(agreed, fingerprintOf(sealer)) === 0 ? 'right' : 'other'
}

/**
 * Makes this key that of the database, in a transaction of its own. What is sealed under another one stays
 * closed. Throws where another process has a connection to the database: it would go on with the old key. The
 * row is written first, so that a process that starts meanwhile waits for it.
 */
export async function replaceDataKey(tx: Tx, sealer: Sealer): Promise<void> {
  await changeAgreement(tx, agreementName, fingerprintOf(sealer))
  const others = await otherConnections(tx)
  if (others.length === 0) return
  const [first] = others
  throw new Error(
    `${others.length} other connection(s) to this database are open (the first: process ${first?.pid} of ` +
      `PostgreSQL, from ${first?.from}, since ${first?.since.toISOString()}): stop every service, worker and ` +
      'tool that uses it, then try again. Nothing was changed',
  )
}

function refuseOther(agreed: Uint8Array, sealer: Sealer): void {
  if (Buffer.compare(agreed, fingerprintOf(sealer)) === 0) return
  throw new Error(
    'this database is sealed under another data key: set DATA_KEY to the one of its other processes, or copy their ' +
      'data.key into DATA_DIR. If that key is lost, or is to be replaced: npm run -s cli -- data-key replace',
  )
}
