import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Fault, limits } from '../../contract/index.ts'
import { readBody } from './read-body.ts'

const head = 'data:application/pdf;base64,'
const small = randomBytes(500)
const large = randomBytes(200_000)
const bytesOf = (text: string) => new TextEncoder().encode(text)

function problem(text: string): unknown {
  try {
    readBody(bytesOf(text))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const detail = error.members.detail as { path: string; code: string }[] | undefined
    return detail?.map(({ path, code }) => `${path}:${code}`) ?? error.code
  }
  return 'none'
}

for (const [size, data] of [
  ['small', small],
  ['large', large],
] as const) {
  const url = head + data.toString('base64')

  test(`a ${size} document and the other fields are read`, () => {
    const text = JSON.stringify({ fileName: 'résumé 简历.pdf', fileDataUrl: url, pages: 3, unknown: [1] })
    const { input, pdf } = readBody(bytesOf(text))
    expect(input).toEqual({ fileName: 'résumé 简历.pdf', pages: 3 })
    expect(data.equals(pdf)).toBe(true)
  })

  test(`a ${size} document may be escaped, wrapped and spelled as clients do`, () => {
    const spellings = [
      JSON.stringify({ fileDataUrl: url }).replaceAll('/', '\\/'),
      JSON.stringify({ fileDataUrl: url }).replaceAll('+', '\\u002B'),
      JSON.stringify({ fileDataUrl: url.replace(/.{76}/g, '$&\n') }),
      JSON.stringify({ fileDataUrl: url.replace(head, 'DATA:Application/PDF;name=a.pdf;BASE64,') }),
      `\ufeff ${JSON.stringify({ fileDataUrl: url })} \n`,
    ]
    for (const text of spellings) {
      expect(data.equals(readBody(bytesOf(text)).pdf), text.slice(0, 60)).toBe(true)
    }
  })

  test(`errors beside a ${size} document are reported`, () => {
    expect(problem(JSON.stringify({ fileDataUrl: url, pages: 0, timeoutMs: 'x' }))).toEqual([
      'pages:too_small',
      'timeoutMs:wrong_type',
    ])
    expect(problem(`${JSON.stringify({ fileDataUrl: url })}}`)).toEqual([':not_json'])
    expect(problem(JSON.stringify({ fileDataUrl: url }).slice(0, -2))).toEqual([':not_json'])
    expect(problem(JSON.stringify([url]))).toEqual([':not_an_object'])
    expect(problem(JSON.stringify({ file: url }))).toEqual(['fileDataUrl:required'])
    expect(problem(JSON.stringify({ fileName: url, fileDataUrl: url }))).toEqual(['fileName:too_long'])
  })

  test(`a ${size} invalid data URL is refused`, () => {
    const data64 = data.toString('base64')
    const wrong = [
      data64,
      `data:image/png;base64,${data64}`,
      `${url}!`,
      `${url}A`,
      `${url}é`,
      `data:application/pdf,${data64}`,
    ]
    for (const fileDataUrl of wrong) {
      expect(problem(JSON.stringify({ fileDataUrl })), fileDataUrl.slice(0, 40)).toEqual([
        'fileDataUrl:bad_data_url',
      ])
    }
    expect(problem(`{"fileDataUrl":"${url.slice(0, 100)}\n${url.slice(100)}"}`)).toEqual([':not_json'])
    expect(problem(`{"fileDataUrl":"${url}\\x"}`)).toEqual([':not_json'])
  })

  test(`the last of several members of one name counts, ${size} or not`, () => {
    const other = randomBytes(300)
    const otherUrl = head + other.toString('base64')
    expect(other.equals(readBody(bytesOf(`{"fileDataUrl":"${url}","fileDataUrl":"${otherUrl}"}`)).pdf)).toBe(
      true,
    )
    expect(data.equals(readBody(bytesOf(`{"fileDataUrl":"${otherUrl}","fileDataUrl":"${url}"}`)).pdf)).toBe(
      true,
    )
    expect(other.equals(readBody(bytesOf(`{"a":"${url}","fileDataUrl":"${otherUrl}"}`)).pdf)).toBe(true)
  })
}

test('a large document is decoded in its own buffer', () => {
  const body = bytesOf(JSON.stringify({ fileDataUrl: head + large.toString('base64') }))
  expect(readBody(body).pdf.buffer).toBe(body.buffer)
})

test('the limit counts characters of the data URL, not of its escapes', () => {
  const characters = limits.fileDataUrlCharactersMax - head.length
  const most = 'AAAA'.repeat(characters / 4)
  expect(problem(`{"fileDataUrl":"${head}${most}"}`)).toBe('none')
  expect(problem(`{"fileDataUrl":"${head.replace('/', '\\/')}${most}"}`)).toBe('none')
  expect(problem(`{"fileDataUrl":"${head}${most}AAAA"}`)).toBe('payload_too_large')
})

test('a body that is empty, not UTF-8 or not JSON is refused', () => {
  expect(problem('')).toEqual([':not_json'])
  expect(() => readBody(new Uint8Array([0x22, 0xff, 0x22]))).toThrow(Fault)
  expect(problem('{"fileDataUrl": 5}')).toEqual(['fileDataUrl:wrong_type'])
  expect(problem('"'.repeat(100_000))).toEqual([':not_json'])
  expect(problem(`"${'\\'.repeat(300_001)}`)).toEqual([':not_json'])
})
