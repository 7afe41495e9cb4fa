import { expect, test } from 'vitest'
import { Fault } from '../../contract/index.ts'
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

test('a small message is parsed as a whole, and its arguments stand apart', () => {
  const given = message({ name: 'a', arguments: { b: 1 }, _meta: { c: 2 } })
  const { message: rest, arguments: body } = readWhole(bytesOf(JSON.stringify(given)))
  expect(rest).toEqual(message({ name: 'a', arguments: {}, _meta: { c: 2 } }))
  expect(body).toEqual({ kind: 'value', value: { b: 1 } })
})

test('what has no arguments, or none that are an object, is left as it is', () => {
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

test('the arguments of a large message stay bytes, as they came', () => {
  const text = `{"a":"${large}","é":" \\"}"}`
  const given = `{"params": {"_meta":{"k":"v"},"arguments": ${text} ,"name":"a"},"id":7}`
  const { message: rest, arguments: bytes } = splitMessage(bytesOf(given))
  expect(rest).toEqual({ params: { _meta: { k: 'v' }, arguments: {}, name: 'a' }, id: 7 })
  expect(new TextDecoder().decode(bytes)).toBe(text)
  expect(bytes.byteLength).toBe(bytes.buffer.byteLength)
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
