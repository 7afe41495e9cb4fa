import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Original } from './mutate.ts'
import { takeApart } from './parts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Larger files make mutants slow to write without making them more unusual. */
const bytesMax = 1_000_000

/** The PDFs of a folder, sorted by name. */
export async function originalsIn(folder: string): Promise<Original[]> {
  const names = (await readdir(folder)).filter((name) => /\.pdf$/i.test(name)).sort()
  const files = await Promise.all(
    names.map(async (name) => originalOf(name, await readFile(join(folder, name)))),
  )
  return files.filter(({ bytes }) => bytes.length <= bytesMax)
}

/** The PDFs of the repository. */
export async function ownOriginals(): Promise<Original[]> {
  const folders = [join(root, 'examples'), join(root, 'test/documents/layouts')]
  return (await Promise.all(folders.map(originalsIn))).flat()
}

async function originalOf(name: string, bytes: Buffer): Promise<Original> {
  return { name, bytes, parts: await takeApart(bytes) }
}
