import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, rgb } from 'pdf-lib'
import { apiPrefix } from '../src/contract/index.ts'
import { createDocuments } from '../src/documents/index.ts'
import type { Row } from './run.ts'
import { startServer } from './support/server-process.ts'

/**
 * Measures pages of text, one document at a time: the pages of test/documents/layouts, then the same under
 * a transparent layer. The layer forces the reader to draw the page to find the visible text. Beside them
 * runs `pdftotext` as a process, where it is installed, alternating with ours. Also measures the whole call
 * over HTTP.
 */
export async function run(): Promise<readonly Row[]> {
  const layouts = new URL('../test/documents/layouts/', import.meta.url)
  const names = (await readdir(layouts)).filter((name) => name.endsWith('.pdf'))
  const plain = await Promise.all(names.map((name) => readFile(new URL(name, layouts))))
  const layered = await Promise.all(plain.map(underLayer))
  return [...(await beside('as they are', plain)), ...(await beside('to be drawn', layered))]
}

/** V8 compiles frequently used code: PDFium reaches its full speed after about a hundred documents. */
const warmRounds = 20
const rounds = 10
const timeLimit = () => AbortSignal.timeout(60_000)

interface Cost {
  readonly cpuMs: number
  readonly wallMs: number
}

async function beside(what: string, pdfs: readonly Uint8Array[]): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  const documents = createDocuments({ threads: 1 })
  try {
    const files = pdfs.map((_, index) => join(folder, `${index}.pdf`))
    await Promise.all(files.map((file, index) => writeFile(file, pdfs[index] ?? '')))
    const ours: Cost[] = []
    const theirs: Cost[] = []
    for (let round = 0; round < warmRounds + rounds; round++) {
      const own = await costOfOurs(documents, pdfs)
      const other = await costOfPdftotext(files)
      if (round >= warmRounds) ours.push(own)
      if (round >= warmRounds && other !== null) theirs.push(other)
    }
    const http = await millisecondsOverHttp(pdfs)
    return [
      { pages: what, by: 'ours', ...perPage(ours, pdfs.length), 'p50 over HTTP, ms': Math.round(http) },
      ...(theirs.length > 0 ? [{ pages: what, by: 'pdftotext', ...perPage(theirs, pdfs.length) }] : []),
    ]
  } finally {
    await documents.close()
    await rm(folder, { recursive: true })
  }
}

function perPage(costs: readonly Cost[], pages: number): Row {
  const each = (key: keyof Cost) => median(costs.map((cost) => cost[key])) / pages
  return {
    'CPU ms a page': each('cpuMs').toFixed(1),
    'ms a page': each('wallMs').toFixed(1),
    'pages a second and core': Math.round(1000 / each('cpuMs')),
  }
}

async function costOfOurs(
  documents: ReturnType<typeof createDocuments>,
  pdfs: readonly Uint8Array[],
): Promise<Cost> {
  const started = performance.now()
  const before = process.cpuUsage()
  for (const pdf of pdfs) {
    const opened = await documents.open(
      { kind: 'bytes', bytes: new TextEncoder().encode(bodyOf(pdf)) },
      timeLimit(),
    )
    await documents.read(opened, opened.pageCount, timeLimit())
  }
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - started }
}

/** One process per file, measured by the shell that waits for them; null where it isn't installed. */
async function costOfPdftotext(files: readonly string[]): Promise<Cost | null> {
  const script = 'for file in "$@"; do pdftotext "$file" - > /dev/null || exit 1; done; times'
  const started = performance.now()
  const child = spawn('sh', ['-c', script, 'sh', ...files], { stdio: ['ignore', 'pipe', 'ignore'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  const wallMs = performance.now() - started
  // The second line is for the child processes of the shell: minutes and seconds of user and system time.
  const children = Buffer.concat(chunks).toString().split('\n')[1] ?? ''
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  const seconds = times.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0)
  return code === 0 ? { cpuMs: seconds * 1000, wallMs } : null
}

async function millisecondsOverHttp(pdfs: readonly Uint8Array[]): Promise<number> {
  const server = await startServer(1, 'full')
  try {
    const times: number[] = []
    for (let round = 0; round < warmRounds + rounds; round++) {
      for (const pdf of pdfs) {
        const started = performance.now()
        const response = await fetch(`${server.url}${apiPrefix}/resumes/parse`, {
          method: 'POST',
          headers: { authorization: `Bearer ${server.keys[0]}`, 'content-type': 'application/json' },
          body: bodyOf(pdf),
        })
        if (response.status !== 200) throw new Error(`a page was answered with ${response.status}`)
        await response.arrayBuffer()
        if (round >= warmRounds) times.push(performance.now() - started)
      }
    }
    return median(times)
  } finally {
    await server.stop()
  }
}

/** An almost invisible layer over the text: the reader must draw it to know whether it hides the text. */
async function underLayer(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf)
  for (const page of document.getPages()) {
    page.drawRectangle({ ...page.getSize(), x: 0, y: 0, color: rgb(1, 1, 1), opacity: 0.01 })
  }
  return document.save()
}

function bodyOf(pdf: Uint8Array): string {
  const dataUrl = `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`
  return JSON.stringify({ fileName: 'resume.pdf', fileDataUrl: dataUrl })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
