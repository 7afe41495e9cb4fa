import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The gates, in order: type check, Biome, knip, then every test. `--static` stops at the tests that need
 * nothing but the sources. All other arguments go to vitest: `npm test -- src/ledger`. The last line counts
 * tests; a gate that refuses counts as one failure, so "0 failed" always means that all is well.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const cache = join(root, 'node_modules', '.cache')

interface Gate {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
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

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const args = process.argv.slice(2)
const isStatic = args.includes('--static')
const vitestArgs = args.filter((arg) => arg !== '--static')

const refused: string[] = []
await runGates()
const tests = await runTests(isStatic ? ['--project', 'architecture', ...vitestArgs] : vitestArgs)
const failed = refused.length + tests.failed
process.exitCode = failed > 0 || tests.passed === 0 ? 1 : 0
if (refused.length > 0) console.log(`refused by: ${refused.join(', ')} (see the top)`)
console.log(`${tests.passed} passed, ${failed} failed`)

/** The type check takes one core, the others the second one. */
async function runGates(): Promise<void> {
  const others = async () => {
    for (const gate of [biome, knip, webTypeCheck]) await runGate(gate)
  }
  await Promise.all([runGate(typeCheck), others()])
}

async function runGate({ name, command, args }: Gate): Promise<void> {
  const started = performance.now()
  const { code, output } = await run(command, args, 'collect')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (code === 0) return
  refused.push(name)
  console.log(output.trimEnd())
}

/** Vitest shows its own progress; the counts come from its report. */
async function runTests(args: readonly string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'recruiter-report-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await run('vitest', ['run', ...reporters, ...args], 'show')
    const counts = readReport(report)
    if (counts.skipped > 0) console.log(`${counts.skipped} skipped: a run in CI refuses that`)
    const refusedSkips = process.env.CI && !narrows(args) ? counts.skipped : 0
    // Vitest also fails for errors outside of any test, and for no tests at all.
    const failed = counts.failed + refusedSkips
    return { ...counts, failed: code !== 0 && failed === 0 ? 1 : failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With a filter by name, the tests it leaves out are reported as skipped. */
function narrows(args: readonly string[]): boolean {
  return args.some((arg) => arg === '-t' || arg.startsWith('--testNamePattern'))
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

function readReport(path: string): Counts {
  let report: Report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
  // A file that can't even be loaded has no test to fail.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Runs a tool of the project, on the Node of the project. */
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
