import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isAside, partOfLine, roleOf } from './role.ts'

describe('lines on which no cue speaks', () => {
  test.each([
    ['en', 'Bathing and grooming of show dogs', 'duties'],
    ['en', 'Free lunch and parking', 'offer'],
    ['en', 'Rotating 12s, 7 to 7', 'basics'],
    ['en', 'Class A CDL with hazmat', 'must'],
    ['zh', '宿舍有热水和空调', 'offer'],
    ['zh', '给客户送货和安装', 'duties'],
  ] as const)('%s: %s: %s', (language, line, part) => expect(partOfLine(line, language)).toBe(part))

  test.each(['Houston', 'Copper Kettle', '中山'])('%j, a name, says nothing of itself', (line) => {
    expect(isAside(line, /[a-z]/u.test(line) ? 'en' : 'zh')).toBe(false)
  })

  test.each([
    ['en', 'Sorry for the late reply'],
    ['zh', '看过该职位的人还看了'],
  ] as const)('%s: %j is for a colleague or a button', (language, line) => {
    expect(isAside(line, language)).toBe(true)
  })
})

test.each(['en', 'zh'] as const)('%s: the table is the one that its manifest tells of', (language) => {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const { file, sha256, bytes } = JSON.parse(read('manifest.json'))[language]
  const text = read(file)
  expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
  expect(Buffer.byteLength(text)).toBe(bytes)
  expect(bytes).toBeLessThanOrEqual(300_000)
})

test.each([
  ['en', 'Senior dock supervisor', 'title'],
  ['zh', '高级验货员', 'title'],
  ['en', 'Ring the office to set up a visit', 'other'],
  ['zh', '有意向的发简历', 'other'],
] as const)('%s: %s: %s', (language, line, role) => expect(roleOf(line, language).role).toBe(role))
