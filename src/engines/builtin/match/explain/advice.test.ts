import { describe, expect, test } from 'vitest'
import { matchTexts } from '../match.ts'
import { monthNumber } from '../read/dates.ts'

const match = (resumeText: string, jdText: string) =>
  matchTexts({ resumeText, jdText }, monthNumber(2026, 11), { name: 'test', version: '0' })
const advise = (resume: string, jd: string): string => match(resume, jd).data.recommendation

const zhJob = `Java后端工程师
任职要求：
1、本科及以上学历
2、5年以上Java开发经验
3、熟悉Spring Boot、MySQL
4、英语六级`
const zhWork = `工作经历
2016.07-2026.10 某支付公司 Java开发工程师
用 Java 与 Spring Boot 重写清结算服务，MySQL 分库分表`
const zhStudies = '教育背景\n2012.09-2016.06 某大学 计算机科学与技术 本科'
const enJob = `Registered Nurse
Requirements:
- Bachelor of Science in Nursing
- BLS certification
- 3+ years of ICU experience
- Electronic health records`
const enWork = `Experience
ICU Registered Nurse, City Hospital, Mar 2016 - Feb 2024
- Ran ventilators and drips on an 18-bed ICU, charted in electronic health records`
const enStudies = 'Education\nBachelor of Science in Nursing, 2015'

describe('an invitation has conditions', () => {
  test.each([
    ['zh', `${zhWork}\n${zhStudies}\n英语六级 520 分`, zhJob],
    ['en', `${enWork}\nCertifications: BLS\n${enStudies}`, enJob],
  ])('all hold: %s', (_, resume, jd) => {
    expect(match(resume, jd).recommended).toBe(true)
    expect(advise(resume, jd)).toMatch(/^(?:匹配度高|基本匹配|Strong match|Good match)/u)
  })
  test.each([
    ['language, zh', `${zhWork}\n${zhStudies}`, zhJob, '简历未写明「英语六级」'],
    ['degree, zh', `${zhWork}\n英语六级 520 分`, zhJob, '简历未写明「本科及以上学历」'],
    ['licence, en', `${enWork}\n${enStudies}`, enJob, 'Not stated in the resume: "BLS certification"'],
  ])('a hard must that is not stated is asked first: %s', (_, resume, jd, said) => {
    expect(match(resume, jd).recommended).toBe(false)
    expect(advise(resume, jd)).toMatch(/再决定是否面试|before deciding on an interview/u)
    expect(advise(resume, jd)).toContain(said)
  })
  test('an invitation with a shortfall names it', () => {
    const short = `${zhWork}\n教育背景\n2012.09-2016.06 某学院 软件技术 大专\n英语六级 520 分`
    expect(match(short, zhJob).recommended).toBe(false)
    expect(advise(short, zhJob)).toContain('简历所写尚未达到「本科及以上学历」')
  })
  test('listed skills alone give no invitation', () => {
    const jd = 'Requirements:\n- Experience with Python\n- Experience with Kafka\n- Experience with Docker'
    const work = 'Experience\n2018 - 2024 Engineer, Acme\nRan the payments team'
    expect(advise(`${work}\nSkills\nPython, Kafka, Docker, Rust`, jd)).not.toMatch(/^(?:Strong|Good) match/u)
  })
})

describe("a question names the requirement and the resume's words about it", () => {
  const { actions } = match(
    '工作经历\n2021.04-2024.08 某软件公司 Java开发工程师\n参与订单库的 MySQL 分库分表改造\n教育背景\n2017.09-2021.06 某学院 软件工程 大专',
    '任职要求：\n1、本科及以上学历\n2、5年以上Java开发经验\n3、熟悉MySQL、Flink\n4、持有PMP证书\n5、独立负责过双十一大促保障',
  ).data
  test.each([
    ['本科及以上学历', '某学院 软件工程 大专', '有无更高或在读学历'],
    ['5年以上Java开发经验', '2021.04-2024.08 某软件公司 Java开发工程师', '此外还有哪些同类工作'],
    ['熟悉MySQL、Flink', '参与订单库的 MySQL 分库分表改造', '没有提到Flink'],
    ['持有PMP证书', '简历没有提到', '是否持有'],
    ['独立负责过双十一大促保障', '简历没有提到', '本人负责哪一部分'],
  ])('%s', (requirement, quote, asked) => {
    const question = actions.find((each) => each.includes(requirement))
    expect(question).toContain(quote)
    expect(question).toContain(asked)
  })
  test('the latest job is named once', () => {
    const jd = 'Requirements:\n- Experience with Kafka\n- Experience with Terraform\n- Experience with Flink'
    const asked = match('Experience\nBaker, Acme Bread, 2018 - 2024\nBaked bread', jd).data.actions.join('\n')
    expect(asked.match(/Acme Bread/gu)).toHaveLength(1)
  })
})
