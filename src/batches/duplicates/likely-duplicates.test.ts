import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contactData } from './contact-data.ts'
import { likelyDuplicates } from './likely-duplicates.ts'
import { likeness, sketchOf } from './near-same.ts'

const job = '后端工程师，任职要求：熟练使用 Go。联系 hr@employer.example'
const found = (...resumes: string[]) => likelyDuplicates(resumes, job)

/** Sentences of which texts with different seeds share few. */
function resume(seed: number, sentences = 60): string {
  const words = [
    '支付',
    '系统',
    '负责',
    '团队',
    'Kafka',
    '上线',
    '优化',
    '报表',
    '客户',
    'retail',
    '审核',
    '预算',
  ]
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return words[(state >>> 16) % words.length] ?? ''
  }
  return Array.from({ length: sentences }, () => `${next()}${next()}${next()}${next()}`).join('。\n')
}

describe('likely duplicates', () => {
  test('are texts that differ only in white space, case and width', async () => {
    const texts = ['Java  开发\nＫＡＦＫＡ', 'java开发 kafka', 'Java 测试 Kafka']
    expect(await found(...texts)).toEqual([[1], [0], []])
  })
  test('are nearly equal texts; texts of the same length and words are not', async () => {
    const one = resume(1)
    const mended = one.replace('支付', '清算').concat('。\n附：2025 年获奖')
    expect(await found(one, resume(2), mended, resume(3))).toEqual([[2], [], [0], []])
    expect(await found(one, one.slice(0, one.length / 2))).toEqual([[], []])
  })
  test('share an e-mail address or phone number, in any notation', async () => {
    const with_ = (index: number, contact: string) => `${resume(index + 10)}\n${contact}`
    for (const [a, b] of [
      ['li.lei@example.com', '邮箱：LI.LEI@EXAMPLE.COM。'],
      ['电话 13812345678', '(+86) 138-1234-5678'],
      ['138 1234 5678 | 上海', '＋８６１３８１２３４５６７８'],
      ['Phone: (415) 555-0123', '+1 415 555 0123'],
      ['0722 123 456', '+40 722 123 456'],
      ['07911 123456', '+44 7911 123456'],
      ['0755-12345678', '0755 12345678'],
    ] as const) {
      expect(await found(with_(1, a), with_(2, 'none'), with_(3, b)), `${a}, ${b}`).toEqual([[2], [], [0]])
    }
  })
  test("don't share only dates, amounts, or an address of the job", async () => {
    const shared = [
      '2019.07-2021.03 2016.09-2020.06',
      '07.2019-2020 01.2018 - 03.2019',
      '2019-07-20 2021-03-01 10:00',
      '预算 1,000,000 元，2020 2021 2022',
      '致 hr@employer.example',
      '@ a@b @example.com',
    ]
    for (const text of shared)
      expect(await found(`${resume(1)}\n${text}`, `${resume(2)}\n${text}`), text).toEqual([[], []])
  })
  test('an address shared by more than five belongs to an agency; equal texts are duplicates in any number', async () => {
    const sharing = (count: number) =>
      Array.from({ length: count }, (_, at) => `${resume(at + 1)}\nhr@agency.cn`)
    expect(await found(...sharing(5))).toEqual(
      [0, 1, 2, 3, 4].map((own) => [0, 1, 2, 3, 4].filter((at) => at !== own)),
    )
    expect(await found(...sharing(6))).toEqual(Array.from({ length: 6 }, () => []))
    const same = await found(...Array.from({ length: 7 }, () => resume(1)))
    expect(same.every((others) => others.length === 6)).toBe(true)
  })
})

test('the similarity of two texts is that of their character n-grams', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '中', '文'), minLength: 6, maxLength: 300 })
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      expect(likeness(sketchOf(a), sketchOf(b))).toBeCloseTo(exactLikeness(a, b), 10)
    }),
  )
  const [long, other] = [resume(1, 1_500), resume(2, 1_500)]
  const estimate = likeness(sketchOf(long + other), sketchOf(long))
  expect(Math.abs(estimate - exactLikeness(long + other, long))).toBeLessThan(0.05)
})

function exactLikeness(a: string, b: string): number {
  const [ofA, ofB] = [runsOf(a), runsOf(b)]
  const common = [...ofA].filter((run) => ofB.has(run)).length
  return common / (ofA.size + ofB.size - common)
}

const runsOf = (text: string) =>
  new Set(Array.from({ length: text.length - 5 }, (_, at) => text.slice(at, at + 6)))

test('the size of the result is bounded for any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('0', '1', '3', '@', '.', '+', '-', ' ', 'a', '('), maxLength: 400 }),
      (text) => {
        for (const contact of contactData(text)) expect(contact.length).toBeLessThan(322)
      },
    ),
  )
})
