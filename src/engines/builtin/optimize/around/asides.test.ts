import { describe, expect, test } from 'vitest'
import { withoutAsides } from './asides.ts'

describe('sentences that say nothing about the job', () => {
  test.each([
    [
      'en',
      'Hi Dana,\nPlease find below the wording for the website.\nWe need a stonemason in Kilkenny.\nYou will dress and set limestone.\nCheers,\nRuairi',
      'You will dress and set limestone.',
      /find below the wording/u,
    ],
    [
      'zh',
      '小周你帮忙润色一下，别写得太硬\n要会给石材开槽、磨边\n工资面谈\n改完发我看看哈',
      '要会给石材开槽、磨边',
      /润色|发我看看/u,
    ],
  ] as const)('%s: remarks to a colleague are removed, the job stays', (language, text, kept, removed) => {
    const { text: rest, left } = withoutAsides(text, language)
    expect(rest).toContain(kept)
    expect(rest).not.toMatch(removed)
    expect(left.join('\n')).toMatch(removed)
  })

  test.each([
    ['en', 'Requirements:\n- Zorvex 4\n- Two years with kilns\nBenefits:\n- Free clay'],
    ['zh', '岗位职责：\n1、编写佐维克文档\n2、每周校准窑炉\n福利：陶土免费'],
    ['en', 'Role\tPay\nGlazier\t$30/hr\nSealer\t$22/hr'],
    ['zh', '职位 | 釉料工\n地点 | 德化\n任务 | 按方配釉'],
  ] as const)('%s: lists under headings and tables are unchanged: %j', (language, text) => {
    expect(withoutAsides(text, language)).toEqual({ text, left: [] })
  })

  test('a text of nothing else is unchanged', () => {
    const text = 'Hi all, thanks, talk soon'
    expect(withoutAsides(text, 'en')).toEqual({ text, left: [] })
  })
})
