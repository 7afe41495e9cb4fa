// Makes dist/ from src/; `npm pack` runs it. Plain JavaScript for the Node of the system. It needs TypeScript
// alone: that of the repository where its tools are installed, or its own, which it installs here.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const { version } = readJson(join(folder, 'package-lock.json')).packages['node_modules/typescript']

const typescript = installedTypescript() ?? installTypescript()
rmSync(join(folder, 'dist'), { recursive: true, force: true })
run('tsc', process.execPath, [join(typescript, 'bin', 'tsc'), '-p', 'tsconfig.json'])

/** The folder of the TypeScript that Node finds from here, if it has the version of the lockfile. */
function installedTypescript() {
  try {
    const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
    return readJson(manifest).version === version ? dirname(manifest) : undefined
  } catch {
    return undefined
  }
}

function installTypescript() {
  console.error(`installing TypeScript ${version} into ${join(folder, 'node_modules')}`)
  const npm = process.env.npm_execpath
  const [program, ...before] = npm ? [process.env.npm_node_execpath ?? process.execPath, npm] : ['npm']
  const options = ['--include=dev', '--ignore-scripts', '--dry-run=false', '--no-audit', '--no-fund']
  run('npm ci', program, [...before, 'ci', ...options, '--loglevel=error'])
  return join(folder, 'node_modules', 'typescript')
}

/** What it prints goes to stderr: on stdout, npm names the package. */
function run(name, program, args) {
  const { status, signal, error } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  console.error(`${name} failed (${error?.message ?? signal ?? status}); see above`)
  process.exit(1)
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
