import { readdir, readFile } from 'node:fs/promises'
import { madeResumes } from './made-resumes.ts'
import { outputOf } from './output-of.ts'
import { scanOf, type Wear } from './scan-of.ts'
import type { ShownText } from './scan-score.ts'

/** A page as a picture, and what it shows. */
export interface ScannedPage extends ShownText {
  readonly kind: string
  readonly label: string
  readonly pdf: Uint8Array
  readonly pgm: Uint8Array
  readonly dpi: number
}

/** The scans get worse in different ways. No page is both coarse and blurred twice. */
const wears: readonly Wear[] = [
  { dpi: 200, blurs: 0, noise: 11, shadow: 60 },
  { dpi: 150, blurs: 0, noise: 6, shadow: 30 },
  { dpi: 300, blurs: 2, noise: 14, shadow: 80 },
  { dpi: 200, blurs: 1, noise: 6, shadow: 110 },
  { dpi: 150, blurs: 1, noise: 11, shadow: 0 },
  { dpi: 300, blurs: 0, noise: 20, shadow: 40 },
  { dpi: 200, blurs: 1, noise: 16, shadow: 20 },
]

/** Scans of made resumes, the same each time for a seed. The machine needs Chromium and `pdftoppm`. */
export async function madeScans(seed: number, count: number): Promise<readonly ScannedPage[]> {
  const pages: ScannedPage[] = []
  for (const [at, { pdf, language, layout, ...shown }] of (await madeResumes(seed, count)).entries()) {
    const wear = wears[at % wears.length] ?? { dpi: 200, blurs: 0, noise: 0, shadow: 0 }
    const scan = await scanOf(await drawn(pdf, wear.dpi), wear)
    const label = `${language}-${at}-${layout}-${wear.dpi}`
    pages.push({ ...shown, ...scan, kind: language, label, dpi: wear.dpi })
  }
  return pages
}

/** Scans of the pages of test/documents/layouts, which have a difficult reading order. */
export async function scansOfLayouts(): Promise<readonly ScannedPage[]> {
  const folder = new URL('../../test/documents/layouts/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'))
  const pages: ScannedPage[] = []
  for (const name of names) {
    const scan = await scanOf(await drawn(await readFile(new URL(name, folder)), 200))
    const text = await readFile(new URL(name.replace(/pdf$/, 'txt'), folder), 'utf8')
    pages.push({ ...scan, text, kind: 'layouts', label: name, dpi: 200 })
  }
  return pages
}

function drawn(pdf: Uint8Array, dpi: number): Promise<Buffer> {
  return outputOf('pdftoppm', ['-gray', '-r', String(dpi), '-'], pdf)
}
