import { describe, expect, test } from 'vitest'
import { rolesOf } from './roles.ts'
import { unitsOf } from './units.ts'

const texts = (text: string, language: 'zh' | 'en') => unitsOf(text, language).map((unit) => unit.text)

describe('units', () => {
  test('are verbatim parts of the text, in order', () => {
    const text = '岗位：釉料工2名\n要求：会配釉，懂窑温；有健康证。\n1、每天试片，记录温度\n2、清洗球磨机'
    const units = unitsOf(text, 'zh')
    for (const { text: words, start, end } of units) expect(text.slice(start, end)).toBe(words)
    expect(units.map(({ start }) => start)).toEqual(units.map(({ start }) => start).sort((a, b) => a - b))
    expect(texts(text, 'zh')).toEqual(
      expect.arrayContaining(['会配釉', '懂窑温', '有健康证', '每天试片', '记录温度', '清洗球磨机']),
    )
  })

  test('a clause of a number, a place or a bracket is not split', () => {
    expect(texts('Pay is $21,500 a year (plus tips, paid weekly) in Lubbock, TX', 'en')).toEqual([
      'Pay is $21,500 a year (plus tips, paid weekly) in Lubbock, TX',
    ])
    expect(texts('$15.50 - $17.00 an hour', 'en')).toEqual(['$15.50 - $17.00 an hour'])
  })

  test('the label of a line is apart from its words; the names in a chat are speakers', () => {
    const [unit] = unitsOf('地点：德化', 'zh')
    expect([unit?.label, unit?.text]).toEqual(['地点', '德化'])
    const chat = unitsOf('Ann: morning\nBo: hi\nAnn: need a glazier\nBo: pay?\nAnn: 30 an hour', 'en')
    expect(new Set(chat.map(({ label }) => label))).toEqual(new Set(['@']))
    const facts = unitsOf('Base: $50k\nCommission: 10%\nLocation: Leeds', 'en')
    expect(facts.map(({ label }) => label)).toEqual(['Base', 'Commission', 'Location'])
  })
})

test('the role of a unit depends on its neighbours', () => {
  const roleOfLast = (text: string) => rolesOf(unitsOf(text, 'en'), 'en').at(-1)
  const advert = 'Glaze Technician\nResponsibilities:\n- Mix glazes and fire test tiles'
  expect(roleOfLast(`${advert}\nRequirements:\n- Two years with kilns\n- Orton cones`)).toBe('must')
  expect(roleOfLast(`${advert}\nBenefits:\n- Free lunch every Friday\n- Orton cones`)).not.toBe('must')
})
