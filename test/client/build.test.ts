import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** The client's build before packing, with replacements for npm and for the compiler. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = join(root, 'packages/client')
const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'))
const { version } = (await readJson(join(source, 'package-lock.json'))).packages['node_modules/typescript']

let folder: string
let client: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-build-'))
  client = join(folder, 'packages/client')
  await mkdir(client, { recursive: true })
  for (const name of ['build.mjs', 'package-lock.json']) await cp(join(source, name), join(client, name))
  await writeFile(join(folder, 'npm.mjs'), `${makeCompiler}\nmakeCompiler('.', '${version}', 'npm')`)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A package `typescript` whose compiler records the program that installed it, and its arguments. */
const makeCompiler = `
import { mkdirSync, writeFileSync } from 'node:fs'
function makeCompiler(folder, version, installer) {
  const made = folder + '/node_modules/typescript'
  mkdirSync(made + '/bin', { recursive: true })
  writeFileSync(made + '/package.json', JSON.stringify({ version }))
  const words = '[' + JSON.stringify([installer, ...process.argv.slice(2)]) + ', ...process.argv.slice(2)].flat()'
  const code = "require('node:fs').writeFileSync('compiled', " + words + ".join(' '))"
  writeFileSync(made + '/bin/tsc', installer === 'broken' ? 'process.exit(2)' : code)
}`

/** Puts a compiler into a folder that the build did not install. */
async function install(where: string, itsVersion: string, installer = 'other'): Promise<void> {
  const program = join(folder, 'install.mjs')
  await writeFile(program, `${makeCompiler}\nmakeCompiler('${where}', '${itsVersion}', '${installer}')`)
  await promisify(execFile)(process.execPath, [program])
}

async function build(): Promise<string> {
  const env = { npm_execpath: join(folder, 'npm.mjs'), npm_node_execpath: process.execPath }
  const { stdout } = await promisify(execFile)(process.execPath, [join(client, 'build.mjs')], { env })
  expect(stdout, 'npm names the package there').toBe('')
  return await readFile(join(client, 'compiled'), 'utf8')
}

test('only TypeScript is installed, and only if it is missing', async () => {
  const installed = `npm ci --include=dev --ignore-scripts --dry-run=false --no-audit --no-fund --loglevel=error`
  expect(await build()).toBe(`${installed} -p tsconfig.json`)
  await rm(join(folder, 'npm.mjs'))
  expect(await build()).toBe(`${installed} -p tsconfig.json`)
  const { packages } = await readJson(join(source, 'package-lock.json'))
  expect(Object.keys(packages)).toEqual(['', 'node_modules/typescript'])
})

test("the repository's TypeScript is used unchanged if its version is the same", async () => {
  await install(folder, version)
  expect(await build()).toBe('other -p tsconfig.json')
  const [ours, its] = await Promise.all([root, source].map((each) => readJson(join(each, 'package.json'))))
  expect(ours.devDependencies.typescript).toBe(version)
  expect(its.devDependencies).toEqual({ typescript: version })
})

test('another TypeScript is not used, and a build that fails packs nothing', async () => {
  await install(folder, '1.0.0')
  expect(await build()).toMatch(/^npm ci /)
  await install(client, version, 'broken')
  await expect(build()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('tsc failed (2)') })
})
