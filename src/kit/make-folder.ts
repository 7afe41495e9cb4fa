import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it; tells whether it was missing. Node's own `recursive` never returns for a
 * path in a place like /proc, which is there and says "no such file" to what is made in it.
 */
export async function makeFolder(path: string): Promise<boolean> {
  const parent = dirname(path)
  try {
    return await makeOne(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
  }
  await makeFolder(parent)
  return makeOne(path)
}

async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}
