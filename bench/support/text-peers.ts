import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The text of a PDF file as another program reads it. */
export type TextReader = (file: string) => Promise<string>

/** The installed programs that extract text from PDFs, each with its usual options. */
export async function textPeers(): Promise<ReadonlyMap<string, TextReader>> {
  const peers = new Map<string, TextReader>()
  const processes: readonly (readonly [string, (file: string) => string[]])[] = [
    ['pdftotext', (file) => [file, '-']],
    ['mutool', (file) => ['draw', '-q', '-F', 'txt', file]],
  ]
  for (const [name, args] of processes) {
    if (await isThere(name)) peers.set(name, (file) => outputOf(name, args(file)))
  }
  const pdfJs = await pdfJsReader()
  if (pdfJs !== null) peers.set('pdf.js', pdfJs)
  return peers
}

async function isThere(program: string): Promise<boolean> {
  const child = spawn(program, ['-v'], { stdio: 'ignore' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', () => resolve(true))
  })
}

async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  return Buffer.concat(chunks).toString()
}

interface PdfJs {
  getDocument(source: object): { readonly promise: Promise<PdfJsDocument>; destroy(): Promise<void> }
}
interface PdfJsDocument {
  readonly numPages: number
  getPage(number: number): Promise<PdfJsPage>
}
interface PdfJsPage {
  getTextContent(): Promise<{
    readonly items: readonly { readonly str?: string; readonly hasEOL?: boolean }[]
  }>
}

/**
 * Not a dependency of ours: install it with `npm i --no-save pdfjs-dist`, or name its folder in NODE_PATH.
 */
const pdfJsModule = ['pdfjs-dist', 'legacy/build/pdf.mjs'].join('/')

async function pdfJsReader(): Promise<TextReader | null> {
  let path: string
  try {
    path = createRequire(import.meta.url).resolve(pdfJsModule)
  } catch {
    return null
  }
  const pdfJs: PdfJs = await import(path)
  return async (file) => {
    const data = new Uint8Array(await readFile(file))
    const loading = pdfJs.getDocument({ data, verbosity: 0 })
    const document = await loading.promise
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(items.map(({ str = '', hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''))
    }
    await loading.destroy()
    return pages.join('\n')
  }
}
