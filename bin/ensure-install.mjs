// Runs before each npm script: installs missing or stale packages, and links the included Node.
// Plain JavaScript for the Node of the system. Prints to stderr only: stdout belongs to the command.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { carriedNode, isNewEnough, oldestMajor, root, tooOld } from './carried-node.mjs'
import { withInstallLock } from './install-lock.mjs'

const modules = join(root, 'node_modules')
const stampFile = join(modules, '.recruiter-install')
/** These need no development tools; every other script does. */
const leanScripts = new Set(['prestart', 'precli', 'preworker'])

// A developer's tree keeps its tools when the lockfile changes.
const wanted = leanScripts.has(process.env.npm_lifecycle_event) && stamp().mode !== 'full' ? 'lean' : 'full'
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
const lockHash = createHash('sha256').update(lockText).digest('hex')

if (!isStamped()) await withInstallLock(join(root, '.install-lock'), say, install)
placeCarriedNode()

/** Another process may have installed while we waited for the lock, or a person by hand. */
async function install() {
  if (isStamped()) return
  const installed = installedMode()
  if (installed === undefined || (wanted === 'full' && installed === 'lean')) {
    await runNpm(installed === 'lean')
    refuseBrokenNode()
  }
  writeStamp(installedMode() ?? wanted)
}

/** The record of this script's last installation. */
function stamp() {
  const [hash, mode] = (read(stampFile) ?? '').trim().split(' ')
  return { hash, mode }
}

function isStamped() {
  const { hash, mode } = stamp()
  return hash === lockHash && (mode === 'full' || mode === wanted)
}

function writeStamp(mode) {
  mkdirSync(modules, { recursive: true })
  writeFileSync(`${stampFile}.${process.pid}`, `${lockHash} ${mode}\n`)
  renameSync(`${stampFile}.${process.pid}`, stampFile)
}

/**
 * The state by npm's own record of the tree: 'full', 'lean' (no development tools) or undefined (differs
 * from the lockfile). Packages for other platforms may be missing; our own optional ones may not.
 */
function installedMode() {
  const record = read(join(modules, '.package-lock.json'))
  if (record === undefined) return undefined
  const there = JSON.parse(record).packages
  const { '': project, ...asked } = JSON.parse(lockText).packages
  let mode = 'full'
  for (const [path, entry] of Object.entries(asked)) {
    const found = there[path]
    if (found?.version === entry.version) continue
    if (found !== undefined) return undefined
    if (entry.optional && !isOurOptional(path, entry, project)) continue
    if (entry.devOptional && !entry.dev) continue
    if (!entry.dev) return undefined
    mode = 'lean'
  }
  return mode
}

function isOurOptional(path, entry, project) {
  const name = path.slice('node_modules/'.length)
  const fits = (list, value) => list === undefined || list.includes(value)
  return (
    name in (project.optionalDependencies ?? {}) &&
    fits(entry.os, process.platform) &&
    fits(entry.cpu, process.arch)
  )
}

/** Adds missing packages to an intact tree, which a service may be using; otherwise installs a new tree. */
async function runNpm(addOnly) {
  const size = wanted === 'full' ? 'everything' : 'what the service needs'
  say(`installing ${size}; this takes a minute or two the first time`)
  const task = addOnly ? ['install', '--no-save'] : ['ci']
  const dev = wanted === 'full' ? '--include=dev' : '--omit=dev'
  const options = [
    dev,
    '--include=optional',
    '--ignore-scripts',
    // npm runs on the system's Node, but the packages need the included one, which is among them.
    '--engine-strict=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath
  const command = npm ? [process.env.npm_node_execpath ?? process.execPath, npm] : ['npm']
  const [program, ...before] = command
  // All output of npm goes to stderr.
  const child = spawn(program, [...before, ...task, ...options], { cwd: root, stdio: ['ignore', 2, 2] })
  const outcome = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  if (outcome !== 0) fail(`npm ${task[0]} failed (${outcome}); see above`)
}

/**
 * Scripts find `node` in node_modules/.bin first, so link the included one there, also if npm made no link.
 */
function placeCarriedNode() {
  const node = carriedNode()
  if (node === undefined) {
    if (isNewEnough()) return
    fail(tooOld())
  }
  const link = join(modules, '.bin', 'node')
  const target = relative(dirname(link), node)
  if (readLink(link) === target) return
  mkdirSync(dirname(link), { recursive: true })
  if (!isExecutable(node)) chmodSync(node, 0o755)
  symlinkSync(target, `${link}.${process.pid}`)
  renameSync(`${link}.${process.pid}`, link)
}

/** Detects immediately a Node that can't run here (C library too old, another processor). */
function refuseBrokenNode() {
  const node = carriedNode()
  if (node === undefined || isNewEnough()) return
  const { stdout, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (stdout?.startsWith(`v${oldestMajor}.`)) return
  rmSync(stampFile, { force: true })
  fail(
    `the Node that was installed does not run on this system (${error?.message ?? 'no answer'}): install Node ${oldestMajor}`,
  )
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function readLink(path) {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function say(line) {
  process.stderr.write(`recruiter-open-api: ${line}\n`)
}

function fail(line) {
  say(line)
  process.exit(1)
}
