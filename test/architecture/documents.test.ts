import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { exists, filesUnder, outsideFiles, place, readText, type SourceFile, sourceFiles } from './sources.ts'

/** The targets of links and the named files exist. */

const guides = ['README.md', 'README.zh-CN.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(
  (path) => ({
    path,
    text: exists(path) ? readText(path) : '',
  }),
)
const folders = ['deploy', 'docs', 'src', 'test', 'bench', 'examples', 'packages', 'web']
const documents = [...guides, ...folders.flatMap((folder) => filesUnder(folder, /\.md$/))]

test.each(guides)('$path exists', ({ text }) => {
  expect(text.length).toBeGreaterThan(400)
})

test('the targets of links exist', () => {
  expect(documents.length).toBeGreaterThan(10)
  const broken = documents.flatMap((file) =>
    [...file.text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .filter(([, target = '']) => !/^[a-z]+:/.test(target))
      .filter(([, target = '']) => !exists(posix.join(posix.dirname(file.path), target)))
      .map((match) => `${place(file, match.index)}: ${match[1]}`),
  )
  expect(broken).toEqual([])
})

/** Such as `docs/decisions/0002-order-of-checks.md`, in comments and in documents. */
test('files that are named exist', () => {
  const named =
    /(?<![\w./-])(?:docs|migrations|openapi|test|tools|bench|bin)\/[\w./-]+\.(?:md|sql|json|ts|mjs)\b/g
  const missing = [...documents, ...sourceFiles, ...outsideFiles].flatMap((file: SourceFile) =>
    [...file.text.matchAll(named)]
      .filter(([path]) => !exists(path))
      .map((match) => `${place(file, match.index)}: ${match[0]}`),
  )
  expect(missing).toEqual([])
})
