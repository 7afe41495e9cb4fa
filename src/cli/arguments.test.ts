import { InvalidArgumentError } from 'commander'
import { describe, expect, test } from 'vitest'
import {
  readFuture,
  readHours,
  readMoment,
  readNote,
  readPointCents,
  readQuota,
  readRowLimit,
  readUuid,
} from './arguments.ts'

describe('accepted arguments', () => {
  test.each([
    [readPointCents, '1', 1],
    [readPointCents, '1000000000000', 1e12],
    [readQuota, '0', 0],
    [readQuota, 'default', 'default'],
    [readRowLimit, '1000', 1000],
    [readHours, '0', 0],
    [readUuid, '0198C0DE-0000-7000-8000-000000000000', '0198c0de-0000-7000-8000-000000000000'],
    [readNote, '发票 4711', '发票 4711'],
  ])('%o reads %s', (read, text, value) => {
    expect(read(text)).toBe(value)
  })

  test.each([
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2027-01-31T18:00Z', '2027-01-31T18:00:00.000Z'],
    ['2027-01-31T18:00:00+08:00', '2027-01-31T10:00:00.000Z'],
    ['2027-01-31T18:00:00.5-05:30', '2027-01-31T23:30:00.500Z'],
  ])('%s is %s', (text, moment) => {
    expect(readMoment(text).toISOString()).toBe(moment)
  })
})

describe('refused values, with a message that names the allowed ones', () => {
  const dates = ['', 'tomorrow', '2027', '2027-1-1', '31.01.2027', '2027-02-29', '2027-13-01', '2027-00-10']
  const moments = [
    '2027-01-00',
    '2027-01-01T10:00',
    '2027-01-01T25:00Z',
    '2027-01-01 10:00Z',
    '1798761600000',
  ]
  test.each([
    ...['', '0', '-1', '1.5', '1e3', '1000000000001', '٣', ' 1', '999999999999999999'].map(
      (text) => [readPointCents, text, 'from 1 to 1000000000000'] as const,
    ),
    ...['', '-1', 'none', '1000000001', 'Default'].map((text) => [readQuota, text, '"default"'] as const),
    ...['0', '1001', 'all'].map((text) => [readRowLimit, text, 'from 1 to 1000'] as const),
    ...['-1', '8761', '1h'].map((text) => [readHours, text, '8760'] as const),
    ...['', '1', "x' or true", '0198c0de-0000-7000-8000-00000000000g'].map(
      (text) => [readUuid, text, 'An id such as'] as const,
    ),
    ...[...dates, ...moments].map((text) => [readMoment, text, 'An ISO date such as'] as const),
    [readNote, 'n'.repeat(201), 'At most 200'] as const,
  ])('%o refuses %j', (read, text, sentence) => {
    expect(() => read(text)).toThrow(InvalidArgumentError)
    expect(() => read(text)).toThrow(sentence)
  })

  test('a past time where a future one is required', () => {
    const read = readFuture(new Date('2026-01-15T04:00:00Z'))
    expect(read('2026-01-16').toISOString()).toBe('2026-01-16T00:00:00.000Z')
    expect(() => read('2026-01-15')).toThrow('It must be in the future; now is 2026-01-15T04:00:00.000Z.')
    expect(() => read('2026-01-15T04:00:00Z')).toThrow('in the future')
  })
})
