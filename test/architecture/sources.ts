import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The files of the repository, their imports and their rooms. Paths are relative, with `/`. */

export const root = fileURLToPath(new URL('../..', import.meta.url))

const notOurs = new Set(['node_modules', '.git', 'data', 'coverage', 'dist'])

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** All files below a folder whose names match; none if the folder doesn't exist. */
export function filesUnder(folder: string, names: RegExp): SourceFile[] {
  if (!existsSync(posix.join(root, folder))) return []
  const files: SourceFile[] = []
  for (const entry of readdirSync(posix.join(root, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory() && !notOurs.has(entry.name)) files.push(...filesUnder(path, names))
    if (entry.isFile() && names.test(entry.name)) files.push({ path, text: readText(path) })
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

export function readText(path: string): string {
  return readFileSync(posix.join(root, path), 'utf8')
}

export function exists(path: string): boolean {
  return existsSync(posix.join(root, path))
}

const programs = /\.(ts|tsx|mts|mjs|js)$/
export const sourceFiles = filesUnder('src', programs)
const outsideFolders = ['test', 'tools', 'bench', 'examples', 'bin', 'packages', 'web']
/** Without generated files: they aren't edited, and a test compares them with their source. */
export const outsideFiles = outsideFolders
  .flatMap((folder) => filesUnder(folder, programs))
  .filter(({ path }) => !path.includes('.generated.'))

/** Files for tests that are next to the code: `x.test.ts`, `x.test-worker.ts`. */
export function isTest(path: string): boolean {
  return /\.test[.-]/.test(path)
}

export const productFiles = sourceFiles.filter((file) => !isTest(file.path))

/** `src/ledger/rules/burn.ts` → `ledger`; `src/main.ts` → `main.ts`. */
export function roomOf(path: string): string {
  return path.split('/')[1] ?? ''
}

export const rooms = [...new Set(sourceFiles.map((file) => file.path))]
  .filter((path) => path.split('/').length > 2)
  .map(roomOf)
  .filter((room, index, all) => all.indexOf(room) === index)

export interface Import {
  readonly from: string
  /** As written: `pg`, `node:fs`, `../store/index.ts`. */
  readonly specifier: string
  /** The imported file, for relative imports. */
  readonly target: string | null
}

const required = /createRequire\(import\.meta\.url\)(?:\.resolve)?\(\s*['"]([^'"]+)['"]/g

/** Every import, export-from, `import()` and `createRequire(…)('…')` of a file, including types. */
export function importsOf(file: SourceFile): Import[] {
  const imported = ts.preProcessFile(file.text, true, true).importedFiles.map(({ fileName }) => fileName)
  const loaded = [...file.text.matchAll(required)].map(([, name]) => name ?? '')
  return [...imported, ...loaded].map((specifier) => ({
    from: file.path,
    specifier,
    target: specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : null,
  }))
}

/** `@scope/name/sub` → `@scope/name`; null for a relative path or a Node built-in. */
export function packageOf(specifier: string): string | null {
  if (/^(\.|node:)/.test(specifier)) return null
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? null)
}

export function parse(file: SourceFile): ts.SourceFile {
  return ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
}

/** Calls `visit` for every node, the parent before its children. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** `src/ledger/rules/burn.ts:12`, which editors can open. */
export function place(file: SourceFile, position: number): string {
  return `${file.path}:${file.text.slice(0, position).split('\n').length}`
}

/** The first cycle along the arrows, in order; empty if there is none. */
export function circlesOf(arrows: readonly (readonly [from: string, to: string])[]): string[] {
  let left = arrows
  for (let before = -1; before !== left.length; ) {
    before = left.length
    const [froms, tos] = [new Set(left.map(([from]) => from)), new Set(left.map(([, to]) => to))]
    left = left.filter(([from, to]) => tos.has(from) && froms.has(to))
  }
  return [...new Set(left.flat())].sort()
}
