import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildPages } from './browser/support.ts'

/** The size of downloads stays within `web/bundle-budget.json`, so that reviewers see changes. */

const web = fileURLToPath(new URL('../../web', import.meta.url))
const readJson = async (path: string) => JSON.parse(await readFile(join(web, path), 'utf8'))

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
let chunks: Readonly<Record<string, Chunk>>
let budget: { readonly firstPageGzipBytes: number; readonly laterPageGzipBytes: number }

beforeAll(async () => {
  await buildPages()
  chunks = await readJson('dist/.vite/manifest.json')
  budget = await readJson('bundle-budget.json')
})

/** The files that a chunk needs: itself, its imports, and their styles. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks[name]
  if (chunk === undefined || seen.has(chunk.file)) return seen
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
  for (const other of chunk.imports ?? []) filesOf(other, seen)
  return seen
}

async function gzipBytes(files: Iterable<string>): Promise<number> {
  const sizes = [...files].map(
    async (file) => gzipSync(await readFile(join(web, 'dist', file)), { level: 9 }).length,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const pages = () => Object.keys(chunks).filter((name) => /^src\/pages\/.*page\.tsx$/.test(name))
const entry = () => Object.keys(chunks).find((name) => chunks[name]?.isEntry) ?? ''
const always = ['index.html', 'theme-init.js', 'icon.svg']

test('any first page is within the budget', async () => {
  expect(pages().length).toBeGreaterThan(15)
  const sizes = await Promise.all(
    pages().map(async (page) => [page, await gzipBytes([...always, ...filesOf(page, filesOf(entry()))])]),
  )
  console.info(`first page, gzip: ${Math.max(...sizes.map(([, size]) => Number(size)))} bytes at most`)
  expect(sizes.filter(([, size]) => Number(size) > budget.firstPageGzipBytes)).toEqual([])
})

test('another page loads little more', async () => {
  const known = filesOf(entry())
  const sizes = await Promise.all(
    pages().map(async (page) => [
      page,
      await gzipBytes([...filesOf(page)].filter((file) => !known.has(file))),
    ]),
  )
  expect(sizes.filter(([, size]) => Number(size) > budget.laterPageGzipBytes)).toEqual([])
})

test('no page has inline scripts or styles, which the policy would refuse', async () => {
  const html = await readFile(join(web, 'dist/index.html'), 'utf8')
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son\w+=|https?:/)
})
