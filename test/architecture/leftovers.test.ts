import { expect, test } from 'vitest'
import { filesUnder, outsideFiles, place, readText, type SourceFile, sourceFiles } from './sources.ts'

/** Concatenated, so that this file doesn't match itself. */
const joined = (...parts: string[]) => new RegExp(parts.join(''), 'g')

const programs = [...sourceFiles, ...outsideFiles, ...filesUnder('migrations', /\.sql$/)]
const documents = [
  ...filesUnder('deploy', /./),
  ...filesUnder('docs', /\.(md|sql)$/),
  ...filesUnder('openapi', /./),
  ...filesUnder('.ci', /./),
  ...filesUnder('src', /\.(md|json)$/),
  ...filesUnder('test', /\.(md|json)$/),
  ...filesUnder('bench', /\.md$/),
  ...filesUnder('packages', /\.(md|json)$/),
  ...['package.json', '.npmrc', 'biome.json', 'knip.json', 'tsconfig.json', '.gitignore'].map(read),
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', '.env.example'].map(read),
]

test.each([
  [
    'unfinished work',
    joined('\\bFIX', 'ME\\b|\\bXX', 'X\\b|\\bTO', 'DO\\b'),
    'finish it, or write it down elsewhere',
  ],
  [
    'skipped or lonely test',
    joined('\\b(it|test|describe|suite)', '\\.(skip|only|todo|skipIf|runIf)\\b'),
    'mend the test or remove it',
  ],
  ['silenced type error', joined('@ts-', '(ignore|expect-error|nocheck)'), 'mend the type'],
  ['debugger statement', joined('^\\s*debug', 'ger\\b'), 'remove it'],
])('no %s is left over', (_, pattern, instead) => {
  expect(matches(programs, pattern), instead).toEqual([])
})

test('no machine path and no registry is named', () => {
  const paths = joined('(?<![\\w.:/-])/(work|home|root|Users)/', '\\w')
  const hosts = joined('regi', 'stry\\.[a-z-]+\\.[a-z]|npm', 'mirror|art', 'ifactory|verd', 'accio')
  expect(matches([...programs, ...documents], paths)).toEqual([])
  expect(matches([...programs, ...documents], hosts)).toEqual([])
})

test.each([
  ['package-lock.json', 50],
  ['packages/client/package-lock.json', 1],
] as const)('%s carries no address to fetch from', (path, entriesMin) => {
  const lock = JSON.parse(readText(path))
  const entries = Object.entries<{ resolved?: string }>(lock.packages)
  expect(entries.length).toBeGreaterThan(entriesMin)
  const addressed = entries.filter(([, entry]) => entry.resolved !== undefined).map(([path]) => path)
  expect(addressed, 'run npm with the .npmrc of this repository').toEqual([])
})

test.each(['package.json', 'packages/client/package.json'])(
  'packages of %s are pinned to one version',
  (path) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readText(path))
    const all: [string, string][] = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })
    const loose = all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    expect(loose.map(([name, version]) => `${name}: ${version}`)).toEqual([])
  },
)

function read(path: string): SourceFile {
  try {
    return { path, text: readText(path) }
  } catch {
    return { path, text: '' }
  }
}

function matches(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap((file) =>
    [...file.text.matchAll(new RegExp(pattern, 'gm'))].map(
      (match) => `${place(file, match.index)}: ${match[0].trim()}`,
    ),
  )
}
