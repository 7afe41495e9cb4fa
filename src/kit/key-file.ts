import { chmod, link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ids } from './ids.ts'
import { makeFolder } from './make-folder.ts'

const fileName = 'data.key'
const keyBytes = 32

/**
 * Reads the key that seals personal data at rest, from a file with access for the owner only; creates it on
 * first use. Two processes that create it concurrently agree on one, and a crash leaves a whole key or none.
 * Throws if the file contains anything else, so that new data is never sealed under another key.
 */
export async function readOrMakeKeyFile(folder: string, ids: Ids): Promise<Uint8Array> {
  const path = join(folder, fileName)
  const existing = await readKey(path)
  if (existing !== null) return existing
  await makeFolder(folder)
  const draft = join(folder, `.${fileName}.${ids.uuid()}`)
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${Buffer.from(ids.bytes(keyBytes)).toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // Creating a link is atomic and never overwrites a key that another process created meanwhile.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  const made = await readKey(path)
  if (made === null) throw new Error(`${path} vanished while it was being made`)
  return made
}

async function readKey(path: string): Promise<Uint8Array | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`${path} doesn't hold a key of ${keyBytes} bytes in base64`)
  await chmod(path, 0o600)
  return new Uint8Array(key)
}
