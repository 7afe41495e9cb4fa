import { execFileSync } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { type Folders, prepareFolders, refuseForeignFolder, runFolder } from './folders.ts'
import { chooseStart, type Start, spawnOptions } from './server-user.ts'

let base: string
let folders: Folders
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'recruiter-user-'))
  await chmod(base, 0o711)
  folders = await prepareFolders(join(base, 'data'))
})
afterEach(() => rm(base, { recursive: true, force: true }))

/** The programs as npm leaves them when install scripts do not run: without the links of the libraries. */
async function unlinkedPrograms(folder: string): Promise<Binaries> {
  const installed = await findBinaries()
  await cp(installed.folder, folder, { recursive: true, filter: (path) => !path.includes('/share/') })
  for (const name of readdirSync(join(folder, 'lib'))) {
    if (/^libicu.*\.so\.60$/.test(name)) await rm(join(folder, 'lib', name))
  }
  return { ...installed, folder, postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb') }
}

function versionAs(start: Start): string {
  const [program = '', ...before] = [...start.user.prefix, start.binaries.postgres]
  const options = { ...spawnOptions(start.user), cwd: '/', encoding: 'utf8' } as const
  return execFileSync(program, [...before, '--version'], options)
}

test('library links that no install script made are made at start', async () => {
  const start = await chooseStart(await unlinkedPrograms(join(base, 'open')), folders)
  expect(start.binaries.folder).toBe(join(base, 'open'))
  expect(versionAs(start)).toContain('PostgreSQL')
  expect(start.user.uid).not.toBe(0)
})

test('programs inside an unreadable folder (node_modules under /root) are copied to a readable one', async () => {
  const closed = join(base, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const installed = await unlinkedPrograms(join(closed, 'native'))
  const start = await chooseStart(installed, folders)
  expect(versionAs(start)).toContain('PostgreSQL')
  const isRoot = process.getuid?.() === 0
  expect(start.binaries.folder.startsWith(folders.data)).toBe(isRoot)
  expect(await chooseStart(installed, folders)).toEqual(start)
})

test('programs and data inside unreadable folders (a clone under /root) create and run a database', async () => {
  const closed = join(base, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const within = await prepareFolders(join(closed, 'data'))
  const { folder } = await findBinaries()
  await cp(folder, join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
  const programs = join(closed, 'native/bin')
  const installed = { ...(await findBinaries()), folder: join(closed, 'native') }
  const near = { ...installed, postgres: join(programs, 'postgres'), initdb: join(programs, 'initdb') }
  const start = await chooseStart(near, within)
  await ensureCluster(within, start)
  expect(readdirSync(within.cluster)).toContain('PG_VERSION')
})

test('the server needs only a shell on PATH, also inside unreadable folders', async () => {
  const closed = join(base, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const within = await prepareFolders(join(closed, 'data'))
  const path = process.env.PATH
  symlinkSync('/bin/sh', join(base, 'sh'))
  try {
    process.env.PATH = base
    for (const each of [folders, within]) {
      expect(versionAs(await chooseStart(await findBinaries(), each))).toContain('PostgreSQL')
    }
  } finally {
    process.env.PATH = path
  }
})

test('the socket folder is next to the data, or under /tmp if the path would be too long', () => {
  expect(runFolder('/srv/data')).toBe('/srv/data/run')
  const long = runFolder(`/${'x'.repeat(100)}`)
  expect(long).toMatch(/^\/tmp\/recruiter-[0-9a-f]{20}$/)
  expect(runFolder(`/${'x'.repeat(101)}`)).not.toBe(long)
})

test('a socket folder of another user, or a link, is refused', async () => {
  const own = process.getuid?.() ?? 0
  await refuseForeignFolder(base, [own])
  await expect(refuseForeignFolder(base, [own + 1])).rejects.toThrow('belongs to somebody else')
  symlinkSync(base, join(base, 'link'))
  await expect(refuseForeignFolder(join(base, 'link'), [own])).rejects.toThrow('belongs to somebody else')
})
