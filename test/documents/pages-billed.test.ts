import { describe, expect, test } from 'vitest'
import { type Part, putTogether } from '../../tools/fuzz/parts.ts'
import { dataUrlOf } from '../support/inputs.ts'
import { type TestAccount, useWorld } from '../support/world.ts'

/** Whatever a file claims about its pages: the held price, the bill and the pages read are equal. */
const world = useWorld()

const object = (number: number, text: string): Part => ({ number, text, stream: null, deflated: false })
const written = (number: number, text: string): Part => ({
  ...{ number, text: '', deflated: false },
  stream: Buffer.from(`BT /F 12 Tf 50 700 Td (${text}) Tj ET`),
})
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const pageOf = (contents: number, more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Resources << /Font << /F 3 0 R >> >> ${more} >>`

const kidsOfThree = '10 0 R 12 0 R 14 0 R'
/** Pages 10, 12 and 14 with their contents, and a page tree with the given claims. */
function objectsOf(tree: string, more: readonly Part[] = []): Part[] {
  const pages = [10, 12, 14].flatMap((number, index) => [
    object(number, pageOf(number + 1)),
    written(number + 1, `page ${index + 1}`),
  ])
  const root = object(1, '<< /Type /Catalog /Pages 2 0 R >>')
  return [root, object(2, `<< /Type /Pages ${tree} >>`), object(3, font), ...pages, ...more]
}

interface Odd {
  readonly packed?: boolean
  readonly offset?: (offset: number) => number
}
function file(objects: readonly Part[], { packed = false, offset = (at) => at }: Odd = {}): Buffer {
  return putTogether({ root: 1, objects }, { packed, offset, encode: (bytes) => bytes, trailer: '' })
}
const tree = (kids: string, count: string, more: readonly Part[] = []) =>
  file(objectsOf(`/Kids [${kids}] ${count}`, more))
const sound = () => tree(kidsOfThree, '/Count 3')

const replaced = (pdf: Buffer, what: RegExp, by: string) => {
  const text = pdf.toString('latin1')
  expect(text).toMatch(what)
  return Buffer.from(text.replace(what, by), 'latin1')
}

/** An incremental update that replaces an object. */
function updated(pdf: Buffer, number: number, text: string): Buffer {
  const start = pdf.lastIndexOf('xref\n0')
  const row = String(pdf.length).padStart(10, '0')
  const body = `${number} 0 obj\n${text}\nendobj\n`
  const table = `xref\n${number} 1\n${row} 00000 n \ntrailer\n<< /Size 99 /Root 1 0 R /Prev ${start} >>`
  return Buffer.concat([pdf, Buffer.from(`${body}${table}\nstartxref\n${pdf.length + body.length}\n%%EOF\n`)])
}

/** Objects in a stream that only the cross-reference stream lists, and that the plain table names. */
function hybrid(): Buffer {
  const packed = file(objectsOf(`/Kids [${kidsOfThree}] /Count 3`), { packed: true })
  const text = packed.toString('latin1')
  const stream = /startxref\n(\d+)/.exec(text)?.[1] ?? ''
  const rows = Array.from({ length: 16 }, (_, number) => {
    const at = text.indexOf(`\n${number} 0 obj\n`)
    return at < 0 ? '0000000000 65535 f \n' : `${String(at + 1).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 16\n${rows.join('')}trailer\n<< /Size 16 /Root 1 0 R /XRefStm ${stream} >>`
  return Buffer.concat([packed, Buffer.from(`${table}\nstartxref\n${packed.length}\n%%EOF\n`)])
}

const nested = [
  object(20, '<< /Type /Pages /Parent 2 0 R /Kids [12 0 R 21 0 R] /Count 2 >>'),
  object(21, '<< /Type /Pages /Parent 20 0 R /Kids [14 0 R] /Count 1 >>'),
]

const files: readonly (readonly [what: string, pages: number | null, make: () => Buffer])[] = [
  ['a plain table', 3, sound],
  ['streams of objects', 3, () => file(objectsOf(`/Kids [${kidsOfThree}] /Count 3`), { packed: true })],
  ['a hybrid table', 3, hybrid],
  [
    'a table that is wrong by 7',
    3,
    () => file(objectsOf(`/Kids [${kidsOfThree}] /Count 3`), { offset: (at) => at + 7 }),
  ],
  [
    'a packed file whose table is wrong',
    3,
    () => file(objectsOf(`/Kids [${kidsOfThree}] /Count 3`), { packed: true, offset: (at) => at + 7 }),
  ],
  ['a start that is nowhere', 3, () => replaced(sound(), /startxref\n\d+/, 'startxref\n999999')],
  ['no table', 3, () => replaced(sound(), /xref\n0[\d\D]*?trailer/, 'trailer')],
  [
    'a table that comes before itself',
    3,
    () => replaced(sound(), /trailer\n<</, `trailer\n<< /Prev ${sound().lastIndexOf('xref\n0')}`),
  ],
  ['a count of 9000', 3, () => tree(kidsOfThree, '/Count 9000')],
  ['a count of -1', 3, () => tree(kidsOfThree, '/Count -1')],
  ['no count', 3, () => tree(kidsOfThree, '')],
  ['a count of 0', 3, () => tree(kidsOfThree, '/Count 0')],
  ['a count of 1', null, () => tree(kidsOfThree, '/Count 1')],
  ['a count of 2147483647', null, () => tree(kidsOfThree, '/Count 2147483647')],
  ['a tree that is in itself', 3, () => tree('10 0 R 2 0 R 12 0 R 14 0 R', '/Count 4')],
  ['kids that are not there', 2, () => tree('10 0 R 77 0 R 14 0 R', '/Count 3')],
  ['kids of other kinds', null, () => tree('10 0 R 3 0 R null 12 0 R (a) 14 0 R 11 0 R', '/Count 7')],
  ['a tree of three levels', 3, () => tree('10 0 R 20 0 R', '/Count 3', nested)],
  [
    'a tree of three levels with counts that lie',
    null,
    () => replaced(tree('10 0 R 20 0 R', '/Count 3', nested), /\/Count 2/, '/Count 7'),
  ],
  ['one page five times', 5, () => tree('10 0 R '.repeat(5), '/Count 5')],
  [
    'an update that adds a page',
    3,
    () => updated(tree('10 0 R', '/Count 1'), 2, `<< /Type /Pages /Kids [${kidsOfThree}] /Count 3 >>`),
  ],
  [
    'an update that takes pages away',
    1,
    () => updated(sound(), 2, '<< /Type /Pages /Kids [12 0 R] /Count 1 >>'),
  ],
  ['two files in one', null, () => Buffer.concat([tree('10 0 R', '/Count 1'), sound()])],
  ['a file cut off in its tree', null, () => sound().subarray(0, sound().indexOf('page 2'))],
  [
    'a linearized file that says 5000',
    3,
    () =>
      replaced(sound(), /\n1 0 obj/, '\n99 0 obj\n<< /Linearized 1 /N 5000 /L 9 /O 10 >>\nendobj\n1 0 obj'),
  ],
  ['a thousand pages', 1_000, () => tree('10 0 R '.repeat(1_000), '/Count 1000')],
]

const pagePointCents = 5
let poor: TestAccount | undefined

describe('the pages held, read and billed are equal', () => {
  test.each(files)('%s', async (_, expected, make) => {
    const pdf = { fileDataUrl: dataUrlOf(make()) }
    poor ??= await world().account({ pointCents: 1 })
    const asked = await poor.call('parseResume', pdf)
    const rich = await world().account({ pointCents: 10_000 * pagePointCents })
    const answer = await rich.call('parseResume', pdf)
    if (answer.status === 400) {
      expect(expected).toBe(null)
      expect(asked.body.detail).toEqual(answer.body.detail)
      return
    }
    expect(asked.status).toBe(402)
    expect(answer.status, answer.text).toBe(200)
    const pages = Number(answer.body.data.pages)
    expect(pages).toBe(expected ?? pages)
    expect(answer.body.usage.pages).toBe(pages)
    expect(answer.body.billing.billed_point_cents).toBe(pages * pagePointCents)
    expect(asked.body.required_point_cents).toBe(pages * pagePointCents)
    expect((await rich.balance()).held).toBe(0)
  })
})
