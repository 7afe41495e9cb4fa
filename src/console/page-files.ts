import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A file of the built page, with its compressed copies on disk. */
export interface PageFile {
  /** Relative to the build's folder. */
  readonly place: string
  readonly etag: string
  /** `.br` and `.gz` files beside it. */
  readonly packed: ReadonlySet<string>
}

export interface PageFiles {
  /** The file for a path such as `/assets/a.js`; undefined if there is no such file or no build. */
  find(path: string): Promise<PageFile | undefined>
}

const packedEndings = ['br', 'gz']
/** Files that only the build itself uses. */
const isPrivate = (name: string) => name.startsWith('.vite/') || name === 'built-from'

/** The files of a build. The list is read again when index.html changes. */
export function createPageFiles(folder: string): PageFiles {
  let listed: { readonly build: string; readonly files: Promise<Map<string, PageFile>> } | undefined
  return {
    async find(path) {
      const build = await buildIn(folder)
      if (build === null) return undefined
      if (listed?.build !== build) listed = { build, files: list(folder) }
      return (await listed.files).get(path)
    },
  }
}

/** Identifies a build; null if there is none. */
async function buildIn(folder: string): Promise<string | null> {
  try {
    const { ino, mtimeMs, size } = await stat(join(folder, 'index.html'))
    return `${ino} ${mtimeMs} ${size}`
  } catch {
    return null
  }
}

async function list(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !isPrivate(name))
  const known = new Set(names)
  const files = new Map<string, PageFile>()
  for (const name of names) {
    const ending = name.split('.').at(-1) ?? ''
    if (packedEndings.includes(ending) && known.has(name.slice(0, -ending.length - 1))) continue
    const place = join(folder, name)
    const { mtimeMs, size } = await stat(place)
    const packed = new Set(packedEndings.filter((each) => known.has(`${name}.${each}`)))
    files.set(`/${name}`, { place, etag: `"${size.toString(36)}-${mtimeMs.toString(36)}"`, packed })
  }
  return files
}
