import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createDocuments, type OcrOptions } from '../src/documents/index.ts'
import type { Row } from './run.ts'
import { editDistance } from './support/edit-distance.ts'
import { scanOf } from './support/scan-of.ts'

/**
 * Reads scans made from the pages of test/documents/layouts, with noise and a shadow, one after the other.
 * The readers are Tesseract as WASM, the machine's Tesseract behind our preparation and layout, and
 * `tesseract` alone on the same pictures. The last one gets both languages, as a caller would use it for an
 * unknown language. The machine needs `pdftoppm`, which draws the pages, and `tesseract`.
 */
export async function run(): Promise<readonly Row[]> {
  const folder = new URL('../test/documents/layouts/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'))
  const pages: Page[] = []
  for (const name of names) {
    const pgm = await outputOf('pdftoppm', ['-gray', '-r', '200', '-'], await readFile(new URL(name, folder)))
    const text = await readFile(new URL(name.replace(/pdf$/, 'txt'), folder), 'utf8')
    pages.push({ ...(await scanOf(pgm)), text })
  }
  const alone = ['stdin', 'stdout', '-l', 'eng+chi_sim', '--dpi', '200']
  return [
    await rowOf('WASM', pages, ourReader({ engine: 'wasm', pagesAtOnce: 1 })),
    await rowOf('the machine’s', pages, ourReader({ engine: 'system', pagesAtOnce: 1 })),
    await rowOf('tesseract alone', pages, {
      read: async ({ pgm }) => (await outputOf('tesseract', alone, pgm)).toString('utf8'),
      close: async () => {},
    }),
  ]
}

interface Page {
  readonly pdf: Uint8Array
  readonly pgm: Uint8Array
  readonly text: string
}

interface Reader {
  read(page: Page): Promise<string>
  close(): Promise<void>
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

async function outputOf(program: string, words: readonly string[], input: Uint8Array): Promise<Buffer> {
  const child = spawn(program, words, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdin.end(input)
  await once(child, 'close')
  return Buffer.concat(chunks)
}

async function rowOf(what: string, pages: readonly Page[], reader: Reader): Promise<Row> {
  const [first] = pages
  if (first !== undefined) await reader.read(first)
  const found: { ms: number; wrong: number; characters: number; numbers: number; read: number }[] = []
  for (const page of pages) {
    const started = performance.now()
    const text = await reader.read(page)
    const ms = performance.now() - started
    const [expected, seen] = [folded(page.text), folded(text)]
    const numbers = numbersIn(page.text)
    const left = numbersIn(text)
    const read = numbers.filter(
      (number) => left.includes(number) && left.splice(left.indexOf(number), 1),
    ).length
    found.push({
      ...{ ms, wrong: editDistance(expected, seen), characters: expected.length },
      ...{ numbers: numbers.length, read },
    })
  }
  await reader.close()
  const sum = (key: keyof (typeof found)[number]) => found.reduce((total, each) => total + each[key], 0)
  return {
    what,
    pages: pages.length,
    'ms a page': Math.round(sum('ms') / pages.length),
    'wrong characters': (sum('wrong') / sum('characters')).toFixed(4),
    'numbers read': `${sum('read')} of ${sum('numbers')}`,
  }
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[\s•]/g, '').replace(/[–—]/g, '-')
}

function numbersIn(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)*/g) ?? []
}
