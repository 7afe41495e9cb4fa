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

test('the value of a form field is read with or without an appearance stream', () => {
  expect(readPdf(annotated(`${field} /AP << /N 6 0 R >>`, 'Leeds')).text).toBe('Jane Doe\nLeeds')
  expect(readPdf(annotated(field, '')).text).toBe('Jane Doe\nLeeds')
})

type Placed = readonly [text: string, left: number, bottom: number]

/** A page of text, and of fields that are drawn after all of it. */
function formOf(texts: readonly Placed[], fields: readonly Placed[]): string {
  const shown = texts.map(([text, left, bottom]) => `1 0 0 1 ${left} ${bottom} Tm (${text}) Tj`)
  const widgets = fields.map(
    ([, left, bottom], at) =>
      `<< /Type /Annot ${field} /Rect [${left} ${bottom - 5} ${left + 200} ${bottom + 15}] /F 4 /AP << /N ${6 + at * 2} 0 R >> >>`,
  )
  return readPdf(
    onePage({
      content: `BT /F1 12 Tf ${shown.join(' ')} ET`,
      page: `/Annots [${fields.map((_, at) => `${7 + at * 2} 0 R`).join(' ')}]`,
      more: fields.flatMap(([text], at) => [appearance(text), widgets[at] ?? '']),
    }),
  ).text
}

test('the fields of a form are read beside their labels', () => {
  const labels: Placed[] = ['Name', 'City', 'Skills'].map((text, index) => [text, 20, 165 - index * 30])
  const values: Placed[] = ['Jane Doe', 'Leeds', 'Kafka'].map((text, index) => [text, 78, 165 - index * 30])
  expect(formOf([...labels, ['All of it is true', 20, 40]], values)).toBe(
    'Name Jane Doe\nCity Leeds\nSkills Kafka\nAll of it is true',
  )
})

test('fields under labels on one line are read with them, those of a table row by row', () => {
  const headed = (words: readonly string[], y: number): Placed[] =>
    words.map((text, at) => [text, 20 + at * 130, y])
  const names = [headed(['First name', 'Last name'], 180), headed(['E-mail', 'City'], 140)]
  const values = [headed(['Jane', 'Doe'], 164), headed(['jane@example.org', 'Leeds'], 124)]
  expect(formOf([...names.flat(), ['All of it is true', 20, 90]], values.flat())).toBe(
    'First name\nJane\nLast name\nDoe\nE-mail\njane@example.org\nCity\nLeeds\nAll of it is true',
  )
  expect(
    formOf(headed(['Employer', 'From'], 180), [
      ...headed(['Acme', '2018'], 164),
      ...headed(['Zen', '2012'], 148),
    ]),
  ).toBe('Employer From\nAcme 2018\nZen 2012')
})

test('a note written on the page and a stamp are text', () => {
  const note = '/Subtype /FreeText /Contents (Call me) /DA (/F1 12 Tf 0 g) /AP << /N 6 0 R >>'
  expect(readPdf(annotated(note, 'Call me')).text).toBe('Jane Doe\nCall me')
  expect(readPdf(annotated('/Subtype /Stamp /AP << /N 6 0 R >>', 'DRAFT')).text).toBe('Jane Doe\nDRAFT')
})

test('annotations that viewers do not show are left out', () => {
  const shown = `${field} /AP << /N 6 0 R >>`
  expect(readPdf(annotated(shown, 'Leeds', 2)).text).toBe('Jane Doe')
  expect(readPdf(annotated(shown, 'Leeds', 32)).text).toBe('Jane Doe')
  expect(readPdf(annotated('/Subtype /Text /Contents (A note)', '')).text).toBe('Jane Doe')
  expect(readPdf(annotated('/Subtype /Link /Contents (A link)', '')).text).toBe('Jane Doe')
})

test('white text in a field is hidden', () => {
  const white = `${field} /AP << /N 6 0 R >>`
  const pdf = annotated(white, 'x) Tj 1 g (Secret')
  expect(readPdf(pdf)).toEqual({ text: 'Jane Doe\nx', hidden: 6 })
})

test('at most two thousand annotations are read', () => {
  const stamp = (object: number, flags: number) =>
    `<< /Type /Annot /Subtype /Stamp /Rect [20 100 220 120] /F ${flags} /AP << /N ${object} 0 R >> >>`
  const more = [appearance('early'), stamp(6, 4), stamp(6, 2), appearance('late'), stamp(9, 4)]
  const page = `/Annots [7 0 R ${'8 0 R '.repeat(1_999)} ${'10 0 R '.repeat(3)}]`
  expect(readPdf(onePage({ content: seen, page, more })).text).toBe('Jane Doe\nearly')
})

test('content of an optional layer that is off is not read', () => {
  const layer = '/OCProperties << /OCGs [8 0 R] /D << /OFF [8 0 R] >> >>'
  const fieldIn = (entries: string) =>
    onePage({
      content: seen,
      page: '/Annots [7 0 R]',
      catalog: layer,
      more: [
        appearance('Leeds'),
        `<< /Type /Annot /Rect [20 100 220 120] /P 4 0 R /F 4 ${field} /AP << /N 6 0 R >> ${entries} >>`,
        '<< /Type /OCG /Name (Layer) >>',
      ],
    })
  expect(readPdf(fieldIn('')).text).toBe('Jane Doe\nLeeds')
  expect(readPdf(fieldIn('/OC 8 0 R')).text).toBe('Jane Doe')
})
