import { createDocuments, type OcrOptions } from '../src/documents/index.ts'
import type { Row } from './run.ts'
import { cpuSecondsOfTree } from './support/cpu-tree.ts'
import { madeScans, type ScannedPage, scansOfLayouts } from './support/made-scans.ts'
import { outputOf } from './support/output-of.ts'
import { type ScanScore, scanScoreOf } from './support/scan-score.ts'

/**
 * Reads scans one after the other: made resumes in Chinese and English (`SCANS_SEED` chooses them,
 * `SCANS_COUNT` how many), and pages with a difficult reading order. The readers are Tesseract as WASM, the
 * machine's Tesseract behind our preparation and layout, and `tesseract` alone on the same pictures. The
 * last one gets both languages, as a caller would use it for an unknown language. `SCANS_READERS` chooses
 * some readers by their initial letters. The machine needs Chromium, the Noto CJK fonts, `pdftoppm` and
 * `tesseract`.
 */
export async function run(): Promise<readonly Row[]> {
  const { SCANS_SEED: seed = 1, SCANS_COUNT: count = 30, SCANS_READERS: chosen = 'wst' } = process.env
  const made = await madeScans(Number(seed), Number(count))
  const layouts = await scansOfLayouts()
  const groups = [...Map.groupBy([...made, ...layouts], ({ kind }) => kind)]
  const rows: Row[] = []
  for (const [name, createReader] of Object.entries(readers)) {
    if (!chosen.includes(name.charAt(0))) continue
    for (const [kind, pages] of groups) rows.push(await rowOf({ name, kind, pages, createReader }))
  }
  return rows
}

interface Reader {
  read(page: ScannedPage): Promise<string>
  close(): Promise<void>
}

const readers: Readonly<Record<string, () => Reader>> = {
  wasm: () => ourReader({ engine: 'wasm', pagesAtOnce: 1 }),
  'system’s': () => ourReader({ engine: 'system', pagesAtOnce: 1 }),
  'tesseract alone': () => ({
    async read({ pgm, dpi }) {
      const words = ['stdin', 'stdout', '-l', 'eng+chi_sim', '--dpi', String(dpi)]
      return (await outputOf('tesseract', words, pgm)).toString('utf8')
    },
    close: async () => {},
  }),
}

function ourReader(ocr: OcrOptions): Reader {
  const documents = createDocuments({ threads: 1, ocr })
  return {
    async read({ pdf }) {
      const fileDataUrl = `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`
      const signal = AbortSignal.timeout(120_000)
      const opened = await documents.open({ kind: 'value', value: { fileDataUrl } }, signal)
      return (await documents.read(opened, 1, signal)).text
    },
    close: () => documents.close(),
  }
}

interface Reading {
  readonly name: string
  readonly kind: string
  readonly pages: readonly ScannedPage[]
  readonly createReader: () => Reader
}

async function rowOf({ name, kind, pages, createReader }: Reading): Promise<Row> {
  const reader = createReader()
  const [first] = pages
  if (first !== undefined) await reader.read(first)
  const scores: ScanScore[] = []
  const [started, startedCpu] = [performance.now(), cpuSecondsOfTree()]
  for (const page of pages) scores.push(scanScoreOf(page, await reader.read(page)))
  const seconds = (performance.now() - started) / 1000
  const cpuSeconds = cpuSecondsOfTree() - startedCpu
  await reader.close()
  const sum = (key: keyof ScanScore) => scores.reduce((total, score) => total + score[key], 0)
  const outOf = (key: keyof ScanScore) => (sum('people') === 0 ? '' : `${sum(key)} of ${sum('people')}`)
  return {
    reader: name,
    pages: `${pages.length} ${kind}`,
    'CPU s a page': (cpuSeconds / pages.length).toFixed(2),
    's a page': (seconds / pages.length).toFixed(2),
    'wrong characters': (sum('wrong') / sum('characters')).toFixed(4),
    'missed in any order': (sum('missed') / sum('characters')).toFixed(4),
    numbers: `${sum('numbersRead')} of ${sum('numbers')}`,
    names: outOf('names'),
    'e-mail addresses': outOf('emails'),
  }
}
