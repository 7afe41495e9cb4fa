import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDocuments } from '../src/documents/index.ts'
import { fuzz, type Outcome, type Result } from './fuzz/fuzz.ts'
import { originalsIn, ownOriginals } from './fuzz/originals.ts'

const help = `Damages PDFs at random, has them read as the service does, and says what became of them.

  node tools/fuzz-documents.ts [FOLDER]    the PDFs of a folder, or the repository's own

  --mutants N    how many (1000)
  --seed N       the seed of the first; the others follow (1). The same seed is the same mutant of a folder
  --threads N    threads that read (2)
  --limit-ms N   the time limit of a document (10000)
  --grace-ms N   what the end of a thread may take beyond it (3000)
  --slow-ms N    tells of documents that take longer (3000)
  --ocr ENGINE   wasm, system or off (off)
  --save FOLDER  writes the mutants that it tells of as PDFs

Ends with 1 when something is odd: an answer too late, an error that isn't the document's, a text that isn't
clean, a sound document read wrongly afterwards, a file left behind, or memory that grows.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    mutants: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    'limit-ms': { type: 'string', default: '10000' },
    'grace-ms': { type: 'string', default: '3000' },
    'slow-ms': { type: 'string', default: '3000' },
    ocr: { type: 'string', default: 'off' },
    save: { type: 'string' },
  },
})

const megabyte = 1024 * 1024
/** By this share of the run, the memory of PDFium, threads and the heap has settled. */
const warmShare = 0.3
const growthMbMax = 150

async function main(): Promise<number> {
  const folder = positionals[0]
  const originals = folder === undefined ? await ownOriginals() : await originalsIn(folder)
  if (originals.length === 0) throw new Error('there is no PDF to begin with')
  const [mutants, first, threads] = [values.mutants, values.seed, values.threads].map(Number)
  const [count = 0, seed = 1, parallel = 2] = [mutants, first, threads]
  // The readers' temporary files go into this folder, so any left behind are found.
  const temporary = await mkdtemp(join(tmpdir(), 'fuzz-'))
  process.env.TMPDIR = temporary
  const report = reporter(count)
  const documents = createDocuments({ threads: parallel, ...ocrOf(values.ocr) })
  try {
    await fuzz({
      ...{ documents, originals, parallel, seeds: range(seed, count) },
      ...{ limitMs: Number(values['limit-ms']), graceMs: Number(values['grace-ms']) },
      onResult(result, { bytes }) {
        const tells = report.take(result)
        if (tells && values.save !== undefined) {
          void writeFile(join(values.save, `${result.seed}-${result.outcome}.pdf`), bytes)
        }
      },
    })
  } finally {
    await documents.close()
  }
  const left = await readdir(temporary)
  await rm(temporary, { recursive: true })
  return report.close(left)
}

function ocrOf(engine: string) {
  if (engine === 'off') return {}
  if (engine !== 'wasm' && engine !== 'system') throw new Error('--ocr is wasm, system or off')
  return { ocr: { engine, pagesAtOnce: 1 } } as const
}

function* range(from: number, count: number): Generator<number> {
  for (let each = 0; each < count; each++) yield from + each
}

/** Counts outcomes and prints the notable ones. */
function reporter(total: number) {
  const counts = new Map<string, number>()
  const memory: number[] = []
  let [done, odd, slowest] = [0, 0, 0]
  return {
    take(result: Result): boolean {
      const { seed, original, outcome, about, ms } = result
      done += 1
      slowest = Math.max(slowest, ms)
      const kind: `${Outcome}${string}` = outcome === 'refused' ? `refused ${about}` : outcome
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (outcome === 'odd') odd += 1
      const tells = outcome === 'odd' || outcome === 'stopped' || ms > Number(values['slow-ms'])
      if (tells) console.log(`seed ${seed} of ${original}: ${outcome} ${about} (${ms} ms)`)
      if (done % 100 === 0) memory.push(Math.round(process.memoryUsage.rss() / megabyte))
      if (done % 500 === 0) console.log(`${done} of ${total} · ${memory.at(-1)} MB · slowest ${slowest} ms`)
      return tells
    },
    close(left: readonly string[]): number {
      const settled = memory.slice(Math.ceil(memory.length * warmShare))
      const half = Math.ceil(settled.length / 2)
      const growth = median(settled.slice(half)) - median(settled.slice(0, half))
      console.log(Object.fromEntries([...counts].sort()))
      console.log(
        `slowest ${slowest} ms · memory ${memory[0] ?? 0} to ${memory.at(-1) ?? 0} MB, median grew by ${growth}`,
      )
      if (left.length > 0) console.log(`files left behind: ${left.length}`)
      return odd > 0 || left.length > 0 || growth > growthMbMax ? 1 : 0
    },
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

if (values.help) process.stdout.write(help)
else process.exitCode = await main()
