import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bench` runs every benchmark, `npm run bench -- ledger http` some. A benchmark is a file in this
 * folder that exports `run()` and returns rows. Each runs in its own process, one after the other. The
 * output is Markdown for README.md, with the date.
 */
export type Row = Readonly<Record<string, string | number>>
interface Benchmark {
  run(): Promise<readonly Row[]>
}

const here = fileURLToPath(new URL('.', import.meta.url))
const known = (await readdir(here))
  .filter((file) => file.endsWith('.ts') && file !== basename(import.meta.filename))
  .map((file) => basename(file, '.ts'))
  .sort()

const [first, ...rest] = process.argv.slice(2)
if (first === '--alone') await runHere(rest[0] ?? '')
else process.exitCode = await runEach(first === undefined ? known : [first, ...rest])

async function runEach(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`no benchmark ${unknown.join(', ')}; there are: ${known.join(', ')}`)
    return 1
  }
  let failures = 0
  for (const name of names) {
    const args = [import.meta.filename, '--alone', name]
    const child = spawn(process.execPath, args, { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code !== 0) failures += 1
  }
  return failures
}

async function runHere(name: string): Promise<void> {
  const { run }: Benchmark = await import(`./${name}.ts`)
  const started = performance.now()
  const rows = await run()
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\n## ${name} (${seconds} s, Node ${process.versions.node})\n\n${markdownTable(rows)}`)
}

function markdownTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const body = rows.map((row) => line(columns.map((column) => String(row[column] ?? ''))))
  return [line(columns), line(columns.map(() => '---')), ...body].join('\n')
}
