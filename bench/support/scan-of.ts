import { PDFDocument, PDFName } from 'pdf-lib'

const pointsPerInch = 72
const pixelsPerInch = 200

/** Turns a page drawn at 200 dpi (PGM) into a simulated scan: a PDF that contains its picture, and a PGM. */
export async function scanOf(drawn: Buffer): Promise<{ pdf: Uint8Array; pgm: Uint8Array }> {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(drawn.subarray(0, 64).toString('latin1'))
  if (head === null) throw new Error('pdftoppm is needed, and gives a picture')
  const [start, width, height] = [head[0].length, Number(head[1]), Number(head[2])]
  const grey = worn(drawn.subarray(start, start + width * height), width)
  const pgm = Buffer.concat([drawn.subarray(0, start), grey])
  return { pdf: await pdfOf(grey, width, height), pgm }
}

/** The noise is the same each time; the paper is darker towards one side. */
function worn(grey: Uint8Array, width: number): Uint8Array {
  let state = 7
  return grey.map((value, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const shadow = (60 * (at % width)) / width
    return Math.max(0, value * 0.8 + 20 - shadow + ((state >>> 24) - 128) / 12)
  })
}

async function pdfOf(grey: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const points = [width, height].map((pixels) => (pixels * pointsPerInch) / pixelsPerInch)
  const page = document.addPage([points[0] ?? 0, points[1] ?? 0])
  const { context } = document
  const image = context.flateStream(grey, {
    ...{ Type: 'XObject', Subtype: 'Image', Width: width, Height: height },
    ...{ ColorSpace: 'DeviceGray', BitsPerComponent: 8 },
  })
  const name = page.node.newXObject('Im', context.register(image))
  const content = context.flateStream(`q ${points[0]} 0 0 ${points[1]} 0 0 cm ${name} Do Q`)
  page.node.set(PDFName.of('Contents'), context.register(content))
  return document.save()
}
