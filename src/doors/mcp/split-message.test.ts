import { expect, test } from 'vitest'
import { Fault } from '../../contract/index.ts'
import { largeBytes } from '../../kit/index.ts'
import { readWhole, splitMessage, wholeBytesMax } from './split-message.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const large = 'x'.repeat(wholeBytesMax)
const message = (members: object) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: members })

function problem(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return (error.members.detail as { code: string }[]).map(({ code }) => code)
  }
}

test('a small message is parsed completely, with its arguments separated', () => {
  const given = message({ name: 'a', arguments: { b: 1 }, _meta: { c: 2 } })
  const { message: rest, arguments: body } = readWhole(bytesOf(JSON.stringify(given)))
  expect(rest).toEqual(message({ name: 'a', arguments: {}, _meta: { c: 2 } }))
  expect(body).toEqual({ kind: 'value', value: { b: 1 } })
})

test('a message without object arguments is unchanged', () => {
  const others = [
    { jsonrpc: '2.0', method: 'x' },
    message({}),
    message({ arguments: [1] }),
    message({ arguments: null }),
    [1],
    'a',
    null,
  ]
  for (const other of others) {
    expect(readWhole(bytesOf(JSON.stringify(other)))).toEqual({ message: other, arguments: null })
  }
})

test('the arguments of a large message stay unparsed bytes', () => {
  const text = `{"a":"${large}","é":" \\"}"}`
  const given = `{"params": {"_meta":{"k":"v"},"arguments": ${text} ,"name":"a"},"id":7}`
  const body = largeBytes(bytesOf(given).length)
  body.set(bytesOf(given))
  const { buffer } = body
  const { message: rest, arguments: bytes } = splitMessage(body)
  expect(bytes.buffer).toBe(buffer)
  expect(rest).toEqual({ params: { _meta: { k: 'v' }, arguments: {}, name: 'a' }, id: 7 })
  expect(new TextDecoder().decode(bytes)).toBe(text)
  expect(bytes.byteLength).toBe(bytes.buffer.byteLength)
})

test('a message is small apart from its arguments', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
  const honest = message({ arguments: many(20_000), _meta: many(400), name: 'x'.repeat(20_000) })
  expect(readWhole(bytesOf(JSON.stringify(honest))).arguments).toEqual({ kind: 'value', value: many(20_000) })
  const refused = [
    message({ arguments: {}, _meta: many(600) }),
    message({ arguments: [Array(600).fill(1)] }),
    message({ name: 'x'.repeat(40_000) }),
    { ...many(600) },
    { ['x'.repeat(40_000)]: 1 },
    Array(600).fill(1),
    'x'.repeat(40_000),
  ]
  for (const each of refused) {
    const text = JSON.stringify(each)
    expect(
      problem(() => readWhole(bytesOf(text))),
      text.slice(0, 80),
    ).toEqual(['json_too_complex'])
  }
  const large = { filler: 'x'.repeat(wholeBytesMax) }
  for (const beside of [many(600), { name: 'x'.repeat(40_000) }]) {
    const text = JSON.stringify(message({ arguments: large, _meta: beside }))
    expect(problem(() => splitMessage(bytesOf(text)))).toEqual(['json_too_complex'])
  }
})

test('a large message that is not plain is refused', () => {
  const some = `{"a":"${large}"}`
  const refused = [
    `{"params":{"arguments":${some},"arguments":{}}}`,
    `{"params":{"arguments":${some}},"params":{"arguments":{}}}`,
    `{"params":{"\\u0061rguments":${some}}}`,
    `{"params":{"_meta":${some},"arguments":{}}}`,
    `{"method":"${large}"}`,
    `[${some}]`,
    large,
  ]
  for (const text of refused) {
    expect(
      problem(() => splitMessage(bytesOf(text))),
      text.slice(0, 40),
    ).toEqual(['json_too_complex'])
  }
  expect(problem(() => splitMessage(bytesOf(`{"params":{"arguments":${some}}`)))).toEqual(['not_json'])
})
