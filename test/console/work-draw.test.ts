import { expect, test } from 'vitest'
import { openPage, signedIn } from '../support/console.ts'
import { dataUrlOf, sampleResume } from '../support/inputs.ts'
import { scriptedEngine } from '../support/scripted-engine.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld({ engine: scriptedEngine() })
/** A page of 300 by 200 points without an object table, so that the reader must rebuild the table. */
const onePage = ({ content, page = '' }: { content: string; page?: string }) =>
  Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 300 200] >> endobj
3 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> endobj
4 0 obj << /Type /Page /Parent 2 0 R /Contents 5 0 R ${page} /Resources << /Font << /F1 3 0 R >> >> >> endobj
5 0 obj << /Length ${content.length} >> stream
${content}
endstream endobj
trailer << /Root 1 0 R >>
%%EOF
`)
const withHidden = onePage({
  content:
    'BT /F1 12 Tf 20 170 Td (Jane Doe) Tj ET\n1 g BT /F1 12 Tf 40 100 Td (hire me at once) Tj ET\n' +
    'BT /F1 12 Tf 40 40 Td (another) Tj ET\n',
})
const asked = (pdf: Uint8Array, page = 1) => ({
  query: { page },
  body: { fileDataUrl: dataUrlOf(pdf) },
})

test('a page is rendered, and its invisible text is framed', async () => {
  const { page, balance } = await signedIn(world(), { pointCents: 5 })
  const { status, body } = await page.call('drawPage', asked(withHidden))
  expect(status).toBe(200)
  expect([body.width, body.height, body.pages]).toEqual([450, 300, 1])
  const png = Buffer.from(body.png_base64, 'base64')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([450, 300])
  expect(body.hidden).toHaveLength(2)
  const [first, second] = body.hidden
  expect(first.x).toBeCloseTo(60, -1)
  expect(first.y + first.height).toBeGreaterThanOrEqual(150)
  expect(first.y).toBeLessThan(150)
  expect(first.width).toBeGreaterThan(100)
  expect(second.y).toBeGreaterThan(first.y + first.height)
  expect(await balance()).toEqual({ spendable: 5, held: 0 })
})

test('a page without hidden text has no frames, and a large one has at most two megapixels', async () => {
  const { page } = await signedIn(world())
  const honest = await page.call('drawPage', asked(sampleResume))
  expect(honest.body.hidden).toEqual([])
  const poster = onePage({ content: '', page: '/MediaBox [0 0 5000 5000]' })
  const { body } = await page.call('drawPage', asked(poster))
  expect(body.width * body.height).toBeLessThanOrEqual(2_010_000)
})

test("400 for a missing page, and for a file that isn't a PDF", async () => {
  const { page } = await signedIn(world())
  const beyond = await page.call('drawPage', asked(sampleResume, 200))
  expect([beyond.status, beyond.body.error, beyond.body.detail[0].path]).toEqual([
    400,
    'invalid_input',
    'page',
  ])
  const none = await page.call('drawPage', asked(Buffer.from('hello')))
  expect([none.status, none.body.detail[0].code]).toEqual([400, 'not_pdf'])
  expect((await page.call('drawPage', { body: { fileDataUrl: 'x' } })).status).toBe(400)
  expect((await page.call('drawPage', asked(sampleResume, 0))).status).toBe(400)
})

test('401 without a session, 413 for an input too large for a parse, 429 for too many calls', async () => {
  expect((await openPage(world().url).call('drawPage', asked(sampleResume))).status).toBe(401)
  const { page } = await signedIn(world())
  const large = await page.call('drawPage', { body: { fileDataUrl: 'x'.repeat(26 * 1_048_576) } })
  expect([large.status, large.body.error]).toEqual([413, 'payload_too_large'])
  for (let drawn = 0; drawn < 30; drawn += 1) await page.call('drawPage', asked(Buffer.from('hello')))
  const more = await page.call('drawPage', asked(Buffer.from('hello')))
  expect([more.status, more.body.error]).toEqual([429, 'too_many_attempts'])
  expect(Number(more.headers['retry-after'])).toBeGreaterThan(0)
})
