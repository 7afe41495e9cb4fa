import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents; returns whether it was missing. Node's `recursive` option never returns
 * for a path in a file system like /proc, which exists but reports "no such file" for new entries.
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
