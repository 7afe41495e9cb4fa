import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTests, type Report, type Skips } from './test-report.ts'

/**
 * Runs the gates (type check, Biome, knip) and every test in parallel. `--static` runs only the tests that
 * need nothing but the sources. `--bare` lets only the tests that need a system program be skipped.
 * `--system` runs only these tests, without the gates, and allows no skipping. All other arguments go to
 * vitest: `npm test -- src/ledger`. The last line counts tests; a failed gate counts as one failure, so "0
 * failed" always means that everything passed.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const cache = join(root, 'node_modules', '.cache')

interface Gate {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/** A failed gate and its output. */
interface Refusal {
  readonly name: string
  readonly output: string
}

const typeCheck: Gate = {
  name: 'type check',
  command: 'tsc',
  args: ['--noEmit', '--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo'), '-p', '.'],
}
const webTypeCheck: Gate = {
  name: 'type check of the web',
  command: 'tsc',
  args: ['--noEmit', '--incremental', '--tsBuildInfoFile', join(cache, 'web-types.tsbuildinfo'), '-p', 'web'],
}
const biome: Gate = { name: 'biome', command: 'biome', args: ['ci', '--colors=off', '.'] }
const knip: Gate = {
  name: 'knip',
  command: 'knip',
  args: ['--no-progress', '--treat-config-hints-as-errors'],
}

const args = process.argv.slice(2)
const ownFlags = ['--static', '--bare', '--system']
const [isStatic, isBare, isSystem] = ownFlags.map((flag) => args.includes(flag))
const vitestArgs = args.filter((arg) => !ownFlags.includes(arg))
const project = isStatic ? 'architecture' : isSystem ? 'system' : undefined

const [refused, tests] = await Promise.all([
  isSystem ? [] : runGates(),
  runTests(project === undefined ? vitestArgs : ['--project', project, ...vitestArgs]),
])
for (const { name, output } of refused) console.log(`\nrefused by ${name}:\n${output.trimEnd()}`)
const failed = refused.length + tests.failed
process.exitCode = failed > 0 || tests.passed === 0 ? 1 : 0
console.log(`${tests.passed} passed, ${failed} failed`)

/**
 * The failures of the gates. They run in parallel with the tests, which leave the processor idle while they
 * wait. The type check runs beside Biome and knip, which run one after the other.
 */
async function runGates(): Promise<Refusal[]> {
  const others = async () => [
    ...(await runGate(biome)),
    ...(await runGate(knip)),
    ...(await runGate(webTypeCheck)),
  ]
  return (await Promise.all([runGate(typeCheck), others()])).flat()
}

/** Prints immediately whether the gate passed; its output follows after the tests. */
async function runGate({ name, command, args }: Gate): Promise<Refusal[]> {
  const started = performance.now()
  const { code, output } = await run(command, args, 'collect')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  return code === 0 ? [] : [{ name, output }]
}

/** Vitest shows its own progress; the counts come from its report. */
async function runTests(args: readonly string[]): Promise<{ passed: number; failed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'recruiter-report-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await run('vitest', ['run', ...reporters, ...args], 'show')
    const { passed, skipped, refusals, ...counts } = countTests(readReport(report), allowedSkips(args))
    if (skipped > 0) console.log(`${skipped} skipped`)
    for (const refusal of refusals) console.log(refusal)
    // Vitest also fails for errors outside of any test, and if there are no tests.
    const failed = counts.failed + refusals.length
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function allowedSkips(args: readonly string[]): Skips {
  // With a filter by name, the report lists the excluded tests as skipped.
  if (args.some((arg) => arg === '-t' || arg.startsWith('--testNamePattern'))) return 'any'
  if (isBare) return 'system'
  return isSystem || process.env.CI ? 'none' : 'any'
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { testResults: [{ name: 'the report of vitest', status: 'failed', assertionResults: [] }] }
  }
}

/** Runs a tool of the project with the Node of the project. */
async function run(
  command: string,
  args: readonly string[],
  output: 'collect' | 'show',
): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(join(bin, command), args, {
    cwd: root,
    env,
    stdio: output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${command}: ${error.message}\n`))
      resolve(1)
    })
    child.once('close', (exit) => resolve(exit ?? 1))
  })
  return { code, output: Buffer.concat(chunks).toString() }
}
