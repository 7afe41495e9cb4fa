import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isAside, partOfLine, partsTrainingOf } from './learned-parts.ts'

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

test.each(['en', 'zh'] as const)(
  '%s: what was learned is right on most of what it was learned from',
  (language) => {
    const training = partsTrainingOf(language)
    const table = training.read(readFileSync(training.file, 'utf8'))
    const lines = readFileSync(new URL(`labelled/${language}.tsv`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'))
    const right = lines.filter(([kind, text = '']) => training.judge(text, table).likely === kind)
    expect(right.length / lines.length).toBeGreaterThan(0.9)
  },
)
