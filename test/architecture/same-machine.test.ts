import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'
import { isTest, outsideFiles, place, sourceFiles } from './sources.ts'

/** Tests pass on any machine: they depend only on the repository and on files that they create. */

const testFiles = [...sourceFiles, ...outsideFiles].filter(
  ({ path }) => isTest(path) || path.startsWith('test/'),
)
const places = (pattern: RegExp) =>
  testFiles.flatMap((file) => [...file.text.matchAll(pattern)].map((found) => place(file, found.index)))

test('no test names a folder or a file of the machine', () => {
  // The data folder of a locally started service. A folder that a test creates is its own.
  const dataFolder = /['"`]\.{1,2}\/(?:[\w.]+\/)*data['"`/]|\broot, ['"`]data\b/g
  expect(places(dataFolder), 'make a folder with mkdtemp').toEqual([])
  expect(places(/\bhomedir\(|['"`]~\/|['"](?:\.{0,2}\/)*\.env['"]/g)).toEqual([])
  // The working folder is empty, so a relative path finds nothing.
  expect(places(/\bprocess\.cwd\(/g), 'begin at import.meta.url').toEqual([])
})

test('every test that runs code starts in the same environment', () => {
  const projects = config.test?.projects ?? []
  const withoutSetup = projects.flatMap((project) => {
    const { name, setupFiles } = (typeof project === 'object' && 'test' in project && project.test) || {}
    return String(setupFiles) === 'test/support/same-machine.ts' ? [] : [name]
  })
  expect(projects.length).toBeGreaterThan(2)
  expect(withoutSetup).toEqual(['architecture'])
})

test('only files named *.system.test.ts run system programs', () => {
  // The support file of the pages opens a browser; its own name needn't end in `.system.test.ts`.
  const usesSystem = /from '(?:\.{1,2}\/)*(?:(?:test\/)?support\/(?:browser|system-programs)|support)\.ts'/
  const isSupport = (path: string) =>
    path.startsWith('test/support/') || path === 'test/console/browser/support.ts'
  const names = testFiles
    .filter(({ path, text }) => usesSystem.test(text) && !isSupport(path))
    .map(({ path }) => path)
  const system = testFiles.filter(({ path }) => path.endsWith('.system.test.ts')).map(({ path }) => path)
  expect(system.length).toBeGreaterThan(2)
  expect(names, 'name it x.system.test.ts').toEqual(system)
})
