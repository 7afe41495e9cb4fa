import { PDFDocument, PDFName } from 'pdf-lib'

const pointsPerInch = 72

/** How a page was scanned. */
export interface Wear {
  readonly dpi: number
  /** How often each pixel is averaged with its neighbours. */
  readonly blurs: number
  /** The greatest deviation by noise, in grey levels. */
  readonly noise: number
  /** How much darker the right edge of the paper is than the left one, in grey levels. */
  readonly shadow: number
}

const usualWear: Wear = { dpi: 200, blurs: 0, noise: 128 / 12, shadow: 60 }

/** Turns a drawn page (PGM) into a simulated scan: a PDF that contains its picture, and a PGM. */
export async function scanOf(
  drawn: Buffer,
  wear: Wear = usualWear,
): Promise<{ pdf: Uint8Array; pgm: Uint8Array }> {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(drawn.subarray(0, 64).toString('latin1'))
  if (head === null) throw new Error('pdftoppm is needed, and gives a picture')
  const [start, width, height] = [head[0].length, Number(head[1]), Number(head[2])]
  let grey: Uint8Array = drawn.subarray(start, start + width * height)
  for (let blur = 0; blur < wear.blurs; blur++) grey = blurred(grey, width)
  grey = worn(grey, width, wear)
  const pgm = Buffer.concat([drawn.subarray(0, start), grey])
  return { pdf: await pdfOf(grey, { width, height, dpi: wear.dpi }), pgm }
}

function blurred(grey: Uint8Array, width: number): Uint8Array {
  return grey.map((value, at) => {
    const beside = (grey[at - 1] ?? value) + (grey[at + 1] ?? value)
    const above = (grey[at - width] ?? value) + (grey[at + width] ?? value)
    return (4 * value + beside + above) / 8
  })
}

/** The noise is the same each time; the paper is darker towards one side. */
function worn(grey: Uint8Array, width: number, { noise, shadow }: Wear): Uint8Array {
  let state = 7
  return grey.map((value, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const darker = (shadow * (at % width)) / width
    return Math.max(0, value * 0.8 + 20 - darker + (((state >>> 24) - 128) * noise) / 128)
  })
}

async function pdfOf(
  grey: Uint8Array,
  { width, height, dpi }: { readonly width: number; readonly height: number; readonly dpi: number },
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const points = [width, height].map((pixels) => (pixels * pointsPerInch) / dpi)
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
