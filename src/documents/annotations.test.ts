import { expect, test } from 'vitest'
import { onePage, readPdf } from './one-page.test-support.ts'

const seen = 'BT /F1 12 Tf 20 170 Td (Jane Doe) Tj ET\n'

const appearance = (text: string) => ({
  entries: '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >>',
  bytes: Buffer.from(`/Tx BMC BT /F1 12 Tf 2 5 Td (${text}) Tj ET EMC`),
})

function annotated(entries: string, text: string, flags = 4): Buffer {
  const annotation = `<< /Type /Annot /Rect [20 100 220 120] /P 4 0 R /F ${flags} ${entries} >>`
  return onePage({
    content: seen,
    page: '/Annots [7 0 R]',
    catalog: '/AcroForm << /Fields [7 0 R] /DR << /Font << /F1 3 0 R >> >> /DA (/F1 12 Tf 0 g) >>',
    more: [appearance(text), annotation],
  })
}

const field = '/Subtype /Widget /FT /Tx /T (city) /V (Leeds) /DA (/F1 12 Tf 0 g)'

test('a field of a form shows its value, drawn already or not', () => {
  expect(readPdf(annotated(`${field} /AP << /N 6 0 R >>`, 'Leeds')).text).toBe('Jane Doe\nLeeds')
  expect(readPdf(annotated(field, '')).text).toBe('Jane Doe\nLeeds')
})

test('the fields of a form are read beside their labels', () => {
  const labels = ['Name', 'City', 'Skills'].map(
    (text, index) => `1 0 0 1 20 ${165 - index * 30} Tm (${text}) Tj`,
  )
  const fields = ['Jane Doe', 'Leeds', 'Kafka'].map((value, index) => [
    appearance(value),
    `<< /Type /Annot ${field} /Rect [80 ${160 - index * 30} 280 ${180 - index * 30}] /F 4 /AP << /N ${6 + index * 2} 0 R >> >>`,
  ])
  const content = `BT /F1 12 Tf ${labels.join(' ')} 1 0 0 1 20 40 Tm (All of it is true) Tj ET`
  const pdf = onePage({ content, page: '/Annots [7 0 R 9 0 R 11 0 R]', more: fields.flat() })
  expect(readPdf(pdf).text).toBe('Name Jane Doe\nCity Leeds\nSkills Kafka\nAll of it is true')
})

test('a note written on the page and a stamp are text', () => {
  const note = '/Subtype /FreeText /Contents (Call me) /DA (/F1 12 Tf 0 g) /AP << /N 6 0 R >>'
  expect(readPdf(annotated(note, 'Call me')).text).toBe('Jane Doe\nCall me')
  expect(readPdf(annotated('/Subtype /Stamp /AP << /N 6 0 R >>', 'DRAFT')).text).toBe('Jane Doe\nDRAFT')
})

test('what a viewer does not show is none', () => {
  const shown = `${field} /AP << /N 6 0 R >>`
  expect(readPdf(annotated(shown, 'Leeds', 2)).text).toBe('Jane Doe')
  expect(readPdf(annotated(shown, 'Leeds', 32)).text).toBe('Jane Doe')
  expect(readPdf(annotated('/Subtype /Text /Contents (A note)', '')).text).toBe('Jane Doe')
  expect(readPdf(annotated('/Subtype /Link /Contents (A link)', '')).text).toBe('Jane Doe')
})

test('white text in a field is hidden as anywhere', () => {
  const white = `${field} /AP << /N 6 0 R >>`
  const pdf = annotated(white, 'x) Tj 1 g (Secret')
  expect(readPdf(pdf)).toEqual({ text: 'Jane Doe\nx', hidden: 6 })
})

test('of more notes than any page has, the first two thousand are shown', () => {
  const stamp = (object: number, flags: number) =>
    `<< /Type /Annot /Subtype /Stamp /Rect [20 100 220 120] /F ${flags} /AP << /N ${object} 0 R >> >>`
  const more = [appearance('early'), stamp(6, 4), stamp(6, 2), appearance('late'), stamp(9, 4)]
  const page = `/Annots [7 0 R ${'8 0 R '.repeat(1_999)} ${'10 0 R '.repeat(3)}]`
  expect(readPdf(onePage({ content: seen, page, more })).text).toBe('Jane Doe\nearly')
})
