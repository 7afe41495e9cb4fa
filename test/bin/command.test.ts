import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { carried, finish, makeProject, type Project, start } from './project.ts'

/** Loaded before the command, to simulate an old Node. */
const oldNode = `data:text/javascript,${encodeURIComponent(
  `const versions = { ...process.versions, node: '20.1.0' }
   Object.defineProperty(process, 'versions', { value: versions })
   Object.defineProperty(process, 'version', { value: 'v20.1.0' })`,
)}`

/** Replaces the CLI: prints its arguments, and waits for a signal if it is to serve. */
const cli = `
export async function runCli(argv) {
  console.log(JSON.stringify({ argv, pid: process.pid, major: Number(process.versions.node.split('.')[0]) }))
  if (argv[0] === 'exit') process.exit(Number(argv[1]))
  if (argv[0] !== 'serve') return
  const timer = setInterval(() => {}, 1000)
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(name, () => { console.log(name); clearInterval(timer) })
  }
  console.log('serving')
}`

let project: Project
beforeEach(async () => {
  project = await makeProject()
  await writeFile(join(project.folder, 'src/cli/main.ts'), cli)
})
afterEach(() => project.remove())

function carryNode(): void {
  const folder = join(project.folder, 'node_modules', carried, 'bin')
  mkdirSync(folder, { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node'))
}

/** Waits until the command reports that it serves. */
async function serving(child: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes('serving')) resolve()
    })
  })
}

const command = (nodeArguments: string[], args: string[], env: NodeJS.ProcessEnv = {}) =>
  start(
    project.folder,
    'recruiter-open-api.mjs',
    '',
    { npm_lifecycle_event: undefined, ...env },
    nodeArguments,
    args,
  )

test('on a new Node the command runs directly', async () => {
  const run = await finish(command([], ['balance', '--json']))
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(run.stdout)).toMatchObject({ argv: ['balance', '--json'] })
})

test('on an old Node it runs the included one, with arguments and exit code', async () => {
  carryNode()
  const run = await finish(command(['--import', oldNode], ['exit', '7']))
  expect(run).toMatchObject({ code: 7, stderr: '' })
  const said = JSON.parse(run.stdout)
  expect(said.argv).toEqual(['exit', '7'])
  expect(said.major).toBeGreaterThanOrEqual(26)
})

test('on an old Node without a carried one it refuses with one line of advice', async () => {
  const run = await finish(command(['--import', oldNode], ['serve']))
  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toMatch(
    /^recruiter-open-api needs Node 26 or newer, and this is v20\.1\.0\..*npm ci.*\n$/,
  )
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s reaches the command', async (name) => {
  carryNode()
  const child = command(['--import', oldNode], ['serve'])
  const ended = finish(child)
  await serving(child)
  child.kill(name)
  const run = await ended
  expect(run.code).toBe(0)
  expect(run.stdout).toContain(`serving\n${name}\n`)
})

test('when npm is killed, its children end', async () => {
  const script = `"$0" bin/recruiter-open-api.mjs serve; true`
  const env = { PATH: process.env.PATH, npm_lifecycle_event: 'start' }
  // As npm does it: a process, a shell, and the command in the shell.
  const npm = `require('node:child_process').spawn('sh', ['-c', process.argv[1], process.execPath], { stdio: 'inherit' })`
  const parent = spawn(process.execPath, ['-e', npm, script], {
    cwd: project.folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = finish(parent)
  await serving(parent)
  parent.kill('SIGKILL')
  expect((await ended).stdout).toContain('serving\nSIGTERM\n')
})
