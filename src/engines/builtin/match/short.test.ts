import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { matchTexts } from './match.ts'
import { monthNumber } from './read/dates.ts'

/**
 * Short ads and short resumes of thirty trades per language, by an author who had not seen the engine
 * (labelled/README.md). Fitting candidates rank above others, and above those who pasted the ad's words.
 */

const today = monthNumber(2026, 11)
const scoreOf = (resumeText: string, jdText: string): number =>
  matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' }).unroundedScore

interface Scored {
  readonly job: string
  readonly form: string
  readonly fit: number
  readonly score: number
}

function scored(language: 'zh' | 'en'): Scored[] {
  const text = readFileSync(new URL(`./labelled/short-${language}.txt`, import.meta.url), 'utf8')
  return text
    .split(/^@@ /mu)
    .slice(1)
    .flatMap((block) => {
      const [head = '', ...resumes] = block.split(/^== /mu)
      const [job = '', ...jd] = head.trimEnd().split('\n')
      return resumes.map((each) => {
        const [label = '', ...resume] = each.trimEnd().split('\n')
        const [form = '', fit = ''] = label.split(' ')
        return { job, form, fit: Number(fit), score: scoreOf(resume.join('\n'), jd.join('\n')) }
      })
    })
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN

describe.each(['zh', 'en'] as const)('short ads and short resumes, %s', (language) => {
  const all = scored(language)
  const of = (wanted: (each: Scored) => boolean) => all.filter(wanted).map(({ score }) => score)
  test('fitting candidates rank above others, job by job', () => {
    const fitting = all.filter(({ fit }) => fit >= 2)
    const pairs = fitting.flatMap((one) =>
      all.filter(({ job, fit }) => job === one.job && fit === 0).map(({ score }) => one.score > score),
    )
    expect(pairs.length).toBeGreaterThan(200)
    expect(pairs.filter(Boolean).length / pairs.length).toBeGreaterThanOrEqual(0.99)
  })
  test("in one line, nine of ten fitting candidates aren't poor matches, half are good ones", () => {
    const inOneLine = of(({ form, fit }) => form === 'one' && fit === 3)
    expect(quantile(inOneLine, 0.1)).toBeGreaterThan(56)
    expect(quantile(inOneLine, 0.5)).toBeGreaterThan(75)
  })
  test('candidates of another trade are not good matches, and pasted ads hardly ever', () => {
    expect(Math.max(...of(({ form, fit }) => form !== 'pasted' && fit === 0))).toBeLessThan(56)
    const pasted = of(({ form }) => form === 'pasted')
    expect(quantile(pasted, 0.5)).toBeLessThan(20)
    expect(pasted.filter((score) => score >= 56).length).toBeLessThanOrEqual(1)
  })
})

describe('a one-line resume is complete', () => {
  const zh = 'Java开发工程师，3年以上经验，熟悉Spring Boot、MySQL'
  const en = 'Java developer\n- 3+ years of Java\n- Spring Boot, MySQL'
  test.each([
    ['张三\n5年Java开发经验，熟悉Spring Boot和MySQL', zh],
    ['张三\n2018-2024 某公司 Java开发工程师\n熟悉Spring Boot和MySQL', zh],
    ['5年Java开发经验。熟悉Spring Boot和MySQL。本科，计算机专业。', zh],
    ['John Smith\n5 years of Java experience\nSpring Boot, MySQL\nBSc Computer Science', en],
    ['John Smith. 5 years of Java experience with Spring Boot and MySQL.', en],
    ['Java developer with 5 years of experience. Skills: Java, Spring Boot, MySQL.', en],
    ['Java Developer, Acme, 2018-2024. Built services with Spring Boot and MySQL.', en],
  ])('%j', (resume, jd) => {
    expect(scoreOf(resume, jd)).toBeGreaterThan(75)
  })
  test('beside other work the same words are an addition', () => {
    expect(scoreOf('厨师，会做川菜\nJava、Spring Boot、MySQL', zh)).toBeLessThan(20)
  })
})
