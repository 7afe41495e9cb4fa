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
 * All processes on a database share one data key. The first start stores its fingerprint in the database: a
 * process with another key could not read the replies of others, nor they its own.
 */
const agreementName = 'data key'

const fingerprintOf = (sealer: Sealer) => sealer.hmac('the data key of this database')

/** The first key that is used becomes the key of the database. Throws if the database has another one. */
export async function agreeOnDataKey(database: Queryable, sealer: Sealer): Promise<void> {
  refuseOther(await agreeOn(database, agreementName, fingerprintOf(sealer)), sealer)
}

/** The same as a read-only check. */
export async function checkDataKey(database: Queryable, sealer: Sealer): Promise<void> {
  const agreed = await agreementOn(database, agreementName)
  if (agreed !== undefined) refuseOther(agreed, sealer)
}

/** The relation of the current key (null: none) to a restored database. */
export type DataKeyState = 'right' | 'other' | 'missing' | 'unused'

/** Whether this key is that of the database; `unused` if the database has none yet. */
export async function dataKeyState(database: Queryable, sealer: Sealer | null): Promise<DataKeyState> {
  const agreed = await agreementOn(database, agreementName)
  if (agreed === undefined) return 'unused'
  if (sealer === null) return 'missing'
  return Buffer.compare(agreed, fingerprintOf(sealer)) === 0 ? 'right' : 'other'
}

/**
 * Makes this key the database's key, in a separate transaction. Values sealed with another key can't be
 * read any more. Throws if another process has a connection to the database, because it would continue with
 * the old key. The row is written first, so that a process that starts meanwhile waits for it.
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
