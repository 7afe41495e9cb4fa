import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { AssertionFailure } from './assert.ts'
import { fakeClock } from './clock.ts'
import { createLog, errorFields } from './log.ts'

test('a line is one JSON object with the time of the clock', () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  createLog('info', fakeClock('2026-01-15T04:00:00.000Z'), stream).info({ requestId: 'r' }, 'call')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 30,
    time: '2026-01-15T04:00:00.000Z',
    requestId: 'r',
    msg: 'call',
  })
})

test('quoted text of foreign errors is not logged; name and location are', () => {
  let thrown: unknown
  try {
    JSON.parse('{"resume": "planted secret"')
  } catch (error) {
    thrown = error
  }
  const fields = errorFields(
    Object.assign(thrown as Error, { code: '23505', cause: new Error('planted secret') }),
  )
  expect(JSON.stringify(fields)).not.toContain('planted secret')
  expect(fields).toMatchObject({ errorName: 'SyntaxError', errorCode: '23505' })
  expect(fields.stack).toContain('log.test.ts')
})

test('the message and the code of an error without quotes are logged', () => {
  expect(errorFields(new AssertionFailure('the hold ended'))).toMatchObject({
    errorMessage: 'the hold ended',
  })
  const refused = Object.assign(new Error('no room'), { quotesNothing: true, sqlState: '53100' })
  const wrapped = new Error('planted secret', { cause: refused })
  expect(errorFields(refused)).toMatchObject({ errorMessage: 'no room', errorCode: '53100' })
  expect(errorFields(wrapped).cause).toContain('no room')
  expect(errorFields('text')).toEqual({ errorName: 'string' })
})
