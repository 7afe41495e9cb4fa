import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { PagePicture } from '../../pdfium/render.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const bitsOfGrey = 8
/** Each row is stored as the difference from the row above, which compresses pages well. */
const filterUp = 2

/**
 * Encodes a picture as PNG (ISO/IEC 15948) with one grey channel. Compression doesn't block the event loop.
 */
export async function pngOf({ width, height, grey }: PagePicture): Promise<Buffer> {
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y++) {
    const to = y * (width + 1)
    rows[to] = filterUp
    for (let x = 0; x < width; x++) {
      const above = y === 0 ? 0 : (grey[(y - 1) * width + x] ?? 0)
      rows[to + 1 + x] = (grey[y * width + x] ?? 0) - above
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(bitsOfGrey, 8)
  const data = await promisify(deflate)(rows)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
