import fc from 'fast-check'
import { describe, test } from 'vitest'
import { monthNumber } from './dates.ts'
import { matchTexts } from './match.ts'

const today = monthNumber(2026, 11)
const scoreOf = (resumeText: string, jdText: string): number =>
  matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' }).unroundedScore

/** New resumes, each with one place that shows each must, and its years and degree above the minimum. */
const built = fc.record({
  skills: fc.shuffledSubarray(['Python', 'PostgreSQL', 'Kubernetes', 'Kafka', 'Terraform'], { minLength: 2 }),
  from: fc.integer({ min: 2008, max: 2016 }),
  years: fc.integer({ min: 5, max: 9 }),
  chinese: fc.boolean(),
})
type Built = typeof built extends fc.Arbitrary<infer Value> ? Value : never

const resumeOf = ({ skills, from, years, chinese }: Built, degree: string): string =>
  chinese
    ? `工作经历\n${from}.01-${from + years}.01 某公司 后端工程师\n${skills.map((skill, nth) => `用 ${skill} 完成第 ${nth + 1} 个系统的上线，服务 ${nth + 3} 万人`).join('\n')}\n教育背景\n某大学 计算机科学与技术 ${degree}`
    : `Experience\nBackend Engineer, Acme, Jan ${from} - Jan ${from + years}\n${skills.map((skill, nth) => `- Ran ${nth + 3} systems in ${skill} for ${nth + 2} teams`).join('\n')}\nEducation\n${degree} in Computer Science`
const jobOf = ({ skills, chinese }: Built): string =>
  chinese
    ? `后端工程师\n任职要求：\n1. 本科及以上学历\n2. 5年以上后端开发经验\n${skills.map((skill, nth) => `${nth + 3}. 熟悉${skill}`).join('\n')}`
    : `Backend Engineer\nRequirements:\n- Bachelor's degree\n- 5+ years of backend experience\n${skills.map((skill) => `- Experience with ${skill}`).join('\n')}`

describe('less is never more, in resumes made up by the hundred', () => {
  const seed = 20_261_121
  const degreeOf = (each: Built): string => (each.chinese ? '本科' : 'Bachelor of Science')
  const whole = (each: Built): number => scoreOf(resumeOf(each, degreeOf(each)), jobOf(each))
  const never = (less: (each: Built) => string): void =>
    fc.assert(
      fc.property(built, (each) => scoreOf(less(each), jobOf(each)) <= whole(each)),
      { numRuns: 60, seed },
    )
  test('without the only evidence of a must', () =>
    never((each) => resumeOf({ ...each, skills: each.skills.slice(1) }, degreeOf(each))))
  test('with fewer years than asked for', () =>
    never((each) => resumeOf({ ...each, years: each.years % 4 }, degreeOf(each))))
  test('with a lower degree', () =>
    never((each) => resumeOf(each, each.chinese ? '大专' : 'Associate degree')))
  test('with a list of the skills instead of the work that shows them', () =>
    never((each) => `${resumeOf({ ...each, skills: [] }, degreeOf(each))}\n${each.skills.join(', ')}`))
})
