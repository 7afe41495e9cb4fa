import { deflateSync } from 'node:zlib'
import { compilePdfium } from '../pdfium/compile.ts'
import { startPdfium } from '../pdfium/library.ts'
import { withPdf } from '../pdfium/pdf.ts'
import type { PagePicture } from '../pdfium/render.ts'
import { linesOfText, pdfFile, pdfOf } from '../sample-pdf.test-support.ts'
import type { QuarterTurns } from './recogniser.ts'
import { turnPicture } from './turn-picture.ts'

/** The text of the scan that tests read. */
export const linesOfScan = [
  'Jane Doe, Senior Engineer',
  'jane.doe@example.com, +1 415 555 0142',
  'Built the search of a shop with 250 million visits a month',
  'Led a team of 12 people and cut the costs by 18 percent',
  'Bachelor of Science, University of Bremen, 2009 to 2013',
]

/**
 * A scan: a PDF with one page, a picture of printed lines with noise and a shadow, optionally turned. The
 * layer is content drawn over it, with Helvetica as F1.
 */
export async function scanOf(lines: readonly string[], turns: QuarterTurns = 0, layer = ''): Promise<Buffer> {
  return pdfOfPicture(turnPicture(worn(await pictureOf(pdfOf([linesOfText(...lines)]))), turns), layer)
}

const pixelsPerPoint = 200 / 72

let library: ReturnType<typeof startPdfium> | undefined

/** Draws the first page at 200 dpi. */
async function pictureOf(bytes: Buffer): Promise<PagePicture> {
  library ??= compilePdfium().then(startPdfium)
  const picture = withPdf(await library, bytes, (pdf) => pdf.picture(0, pixelsPerPoint, 8_000_000))
  if (picture === null) throw new Error('the page can be drawn')
  return picture
}

/** Adds noise that is the same on each run; the paper gets darker towards one side. */
function worn(picture: PagePicture): PagePicture {
  let state = 7
  const grey = picture.grey.map((value, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const shadow = (60 * (at % picture.width)) / picture.width
    return Math.max(0, value * 0.8 + 20 - shadow + ((state >>> 24) - 128) / 12)
  })
  return { ...picture, grey }
}

function pdfOfPicture({ width, height, grey, scale }: PagePicture, layer: string): Buffer {
  const points = { width: width / scale, height: height / scale }
  const content = `q ${points.width} 0 0 ${points.height} 0 0 cm /Im0 Do Q ${layer}`
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points.width} ${points.height}] /Contents 4 0 R` +
      ' /Resources << /XObject << /Im0 5 0 R >> /Font << /F1 6 0 R >> >> >>',
    { entries: '', bytes: Buffer.from(content) },
    {
      entries: `${image} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      bytes: deflateSync(grey, { level: 1 }),
    },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ])
}
