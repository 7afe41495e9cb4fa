import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { summarise } from './summary.ts'

const candidate = (position: number, score: number | null, recommended = true) => ({
  position,
  label: `候选人 ${position}`,
  score,
  result:
    score === null
      ? null
      : { tags: ['Go', '缺：K'], shown: ['Go'], recommended, recommendation: '建议面试。' },
})

describe('the summary', () => {
  test('has counts, and reasons for the first candidates', () => {
    const batch = [
      candidate(1, 40.2),
      candidate(2, null),
      candidate(3, 91.6),
      candidate(4, 70),
      candidate(5, 12),
    ]
    expect(summarise(batch, 'zh')).toEqual({
      matchConclusion:
        '共 5 位候选人，完成评分 4 位，未能评分 1 位；2 位得分在 70 分及以上，最高 92 分（候选人 3）。',
      topReasons: [
        '候选人 3（92 分）：Go。建议面试。',
        '候选人 4（70 分）：Go。建议面试。',
        '候选人 1（40 分）：Go。建议面试。',
      ],
      counts: { total: 5, scored: 4, failed: 1 },
    })
    expect(summarise(batch, 'en').matchConclusion).toBe(
      '4 of 5 candidates scored, 1 could not be scored; 2 at 70 or above, the best with 92 (候选人 3).',
    )
  })
  test('names only recommended candidates, even if others have a higher score', () => {
    const ranked = [candidate(1, 95, false), candidate(2, 80), candidate(3, 60, false), candidate(4, 55)]
    expect(summarise(ranked, 'zh').topReasons).toEqual([
      '候选人 2（80 分）：Go。建议面试。',
      '候选人 4（55 分）：Go。建议面试。',
    ])
    const none = summarise([candidate(1, 95, false)], 'en')
    expect(none).toMatchObject({ topReasons: [], counts: { scored: 1 } })
    expect(none.matchConclusion).toMatch(/; none is recommended\.$/)
    const { result, ...old } = candidate(1, 95)
    const before = { tags: ['Go'], shown: ['Go'], recommendation: '建议面试。' }
    expect(summarise([{ ...old, result: result && before }], 'zh').topReasons).toEqual([])
  })
  test('without scored candidates it recommends none', () => {
    const nobody = summarise([candidate(1, null), candidate(2, null)], 'zh')
    expect(nobody).toMatchObject({ topReasons: [], counts: { total: 2, scored: 0, failed: 2 } })
    expect(nobody.matchConclusion).toContain('均未能完成评分')
  })
  test('of any batch: the counts add up, and there are at most three reasons', () => {
    const scores = fc.array(fc.option(fc.double({ min: 0, max: 100, noNaN: true })), { minLength: 1 })
    fc.assert(
      fc.property(scores, (all) => {
        const { counts, topReasons } = summarise(
          all.map((score, index) => candidate(index + 1, score)),
          'en',
        )
        expect(counts.scored + counts.failed).toBe(counts.total)
        expect(topReasons).toHaveLength(Math.min(3, counts.scored))
      }),
    )
  })
})
