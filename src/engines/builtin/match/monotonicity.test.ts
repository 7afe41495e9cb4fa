import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchTexts } from './match.ts'
import { monthNumber } from './read/dates.ts'
import { isChinese, samplePairs } from './sample-pairs.ts'

const today = monthNumber(2026, 11)
const match = (resumeText: string, jdText: string) =>
  matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' })
const scoreOf = (resumeText: string, jdText: string): number => match(resumeText, jdText).unroundedScore

/** New resumes. Each shows each must in one place, and has years and a degree above the minimum. */
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

describe('removing evidence never raises the score, in hundreds of generated resumes', () => {
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

/** Each resume, complete and by halves, against each job of its language. Most jobs are of another trade. */
const crossed = samplePairs.flatMap((one) =>
  samplePairs
    .filter((other) => isChinese(one) === isChinese(other))
    .flatMap(({ jd }) => {
      const lines = one.resume.split('\n')
      const half = Math.ceil(lines.length / 2)
      const texts = [one.resume, lines.slice(0, half).join('\n'), lines.slice(half).join('\n')]
      return texts.map((resume) => ({ name: one.name, resume, jd }))
    }),
)

/**
 * Sentences that show a must weakly and describe other work; without them the rest is more similar to the
 * job.
 */
const media =
  '新媒体运营\n任职要求：\n1. 熟悉公众号运营，会写推文\n2. 会做数据整理与分析\n3. 沟通能力强，有逻辑'
const ofTwoTrades = [
  '负责公众号推文的选题与撰写，粉丝涨到 3 万\n负责车间排产，整理并分析设备点检与焊接的数据，改进注塑模具',
  '策划小红书与抖音短视频，单条播放 20 万\n在药房核对处方，给病人做采血与护理，沟通能力强',
  '运营社群与直播，写文案，剪辑短视频\n用 Python 与 SQL 做数据分析，训练机器学习模型，调优 CUDA 算子\n做会计凭证、纳税申报与审计底稿，逻辑清楚',
]

describe('removing evidence never raises the score, sentence by sentence', () => {
  test('without the only evidence of a must, as it was quoted', () => {
    const made = ofTwoTrades.map((resume) => ({ name: resume, resume, jd: media }))
    let tried = 0
    for (const { name, resume, jd } of [...crossed, ...made]) {
      const { data, unroundedScore } = match(resume, jd)
      for (const [index, { priority, evidence, credit = 0 }] of data.requirements.entries()) {
        if (priority !== 'must' || evidence === null) continue
        const less = match(resume.replaceAll(evidence, ''), jd)
        if ((less.data.requirements[index]?.credit ?? 0) >= credit) continue
        tried += 1
        expect(less.unroundedScore, `${name}: ${evidence}`).toBeLessThanOrEqual(unroundedScore)
      }
    }
    expect(tried).toBeGreaterThan(60)
  })
  test('with years that begin later', () => {
    for (const { name, resume, jd } of crossed) {
      const later = resume.replace(/(20\d\d)(?=[^\n]{0,6}\s?-\s?[^\n]{0,6}(20\d\d))/gu, (...found) =>
        String(Math.max(Number(found[1]), Number(found[2]) - 1)),
      )
      expect(scoreOf(later, jd), name).toBeLessThanOrEqual(scoreOf(resume, jd))
    }
  })
})
