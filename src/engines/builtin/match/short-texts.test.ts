import { describe, expect, test } from 'vitest'
import { matchNow } from '../tasks.ts'

/** Resumes and job descriptions of one or two lines. */

const match = (resumeText: string, jdText: string) =>
  matchNow({ resumeText, jdText }, new Date('2026-11-22')).data

test('a demand that begins with the title is a requirement', () => {
  const { requirements } = match('护士证备考中，想去ICU', '招护士，护士执业证，3年以上ICU经验')
  expect(requirements.map(({ text, status }) => [text, status])).toContainEqual(['护士执业证', 'not_met'])
  const wanted = match('Line cook', 'Barista wanted. Latte art, food handler card.').requirements
  expect(wanted.map(({ text }) => text)).toEqual(['Latte art', 'food handler card.'])
})

test.each(['No latte art.', 'Never did latte art, no food handler card.'])(
  '%s: not quoted as named',
  (line) => {
    const jd = 'Barista wanted. 2 years experience, latte art, food handler card.'
    const [refused, silent] = [match(`Line cook, 4 years. ${line}`, jd), match('Line cook, 4 years.', jd)]
    expect(refused.gaps).toEqual(silent.gaps)
    expect(refused.score).toBe(silent.score)
  },
)

test('text after `but` is not denied', () => {
  const jd = 'Electrician helper. No experience needed. Must have own tools.'
  const { requirements } = match('No experience but own tools, eager.', jd)
  expect(requirements.map(({ status }) => status)).toEqual(['met'])
})

test('a resume that also denies it meets a negative demand', () => {
  const jd = 'Yard hand\nRequirements:\n- Works nights without supervision'
  const { requirements } = match('Yard hand at Acme. Loaded trailers all night without supervision.', jd)
  expect(requirements[0]?.status).not.toBe('not_met')
})

test("an ad without demands isn't met completely", () => {
  for (const [resume, jd] of [
    ['Baker of rolls', 'Bakery\nBread every day.'],
    ['面包师3年', '招面包师'],
  ] as const)
    expect(match(resume, jd).recommendation).not.toMatch(/answers all|均有对应/)
  const all = match('Own tools. Eager.', 'Electrician helper. Must have own tools.')
  expect(all.recommendation).toContain('the resume answers all that is asked for')
})

test("an announcement isn't a requirement", () => {
  expect(match('Cashier 3 years.', 'Hiring! Come join our great team. Apply today.').requirements).toEqual([])
})

test.each([
  ['Hard worker', 'Java developer. 3+ years Java, Spring Boot, AWS. Bachelor degree.'],
  [
    'Truck driver for 12 years, CDL A.',
    'HVAC technician: furnace repair, refrigerant charging, EPA 608 certification, driver license.',
  ],
  ['我想找工作', '招聘Java开发\n要求：3年Java，Spring Boot，MySQL，本科'],
])('who says little gains nothing by the words of the job in its order: %s', (resume, jd) => {
  const asked = jd.slice(jd.search(/[.:\n]/) + 1)
  for (const added of [jd, `Skills: ${asked}`, `熟悉${asked}`])
    expect(match(`${resume}\n${added}`, jd).score - match(resume, jd).score).toBeLessThan(12)
})

describe('years', () => {
  test.each([
    ['招后端，Go，k8s，三年，坐标上海', '坐标上海', '坐标北京'],
    ['招后端，Go，k8s，三年以上经验，坐标上海', '坐标上海', '坐标北京'],
    ['Baker wanted, 3 years, London', 'London', 'Leeds'],
  ])('%s: where somebody lives is no field of work', (jd, here, there) => {
    const work = jd.startsWith('Baker') ? 'Baking bread for 4 years' : '四年Go后端，k8s'
    const credits = (place: string) => match(`${work}，${place}`, jd).requirements.map(({ credit }) => credit)
    expect(credits(here)).toEqual(credits(there))
  })

  test('a line with years only is read in one pass', () => {
    const jd = '招Java工程师\n任职要求：\n1. 3年以上Java经验'
    const before = process.cpuUsage()
    match('java 3年'.repeat(2000), jd)
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(4)
  })
})
