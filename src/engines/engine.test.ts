import { afterAll, describe, expect, test } from 'vitest'
import { Fault, type MatchInput, type OptimizeInput } from '../contract/index.ts'
import { fakeClock } from '../kit/index.ts'
import { createBuiltinEngine, createModelEngine, type Engine } from './index.ts'
import { diligent, isDecoy, scriptedChat, verdictsBy } from './model/scripted-chat.test-support.ts'
import { brokenByMatch, brokenByOptimize, quotesInput } from './promises.ts'

const clock = fakeClock('2026-11-21T00:00:00.000Z')
/** Every engine. The model engine keeps its promises whatever the model answers. */
const model = { threads: 1, fallback: 'none', clock } as const
/** Claims that everything is met except the decoys, and writes arbitrary texts. */
const careless = {
  verdicts: verdictsBy((requirement) =>
    isDecoy.test(requirement)
      ? undefined
      : { quotes: ['本科', 'RN license', '.'], level: 'led', status: 'met' },
  ),
  requirements: () => ({ requirements: [{ text: '会说火星语', part: 'must' }] }),
  description: () => ({ lines: [{ part: 'must', text: '年薪百万，精通 Rust', facts: [1] }] }),
}
const engines: readonly Engine[] = [
  createBuiltinEngine({ threads: 2, clock }),
  createModelEngine({ ...model, chat: scriptedChat(diligent, 'diligent') }),
  createModelEngine({ ...model, chat: scriptedChat(careless, 'careless') }),
  createModelEngine({ ...model, chat: scriptedChat({}, 'silent'), fallback: 'builtin' }),
]

afterAll(() => Promise.all(engines.map((engine) => engine.close())))

const jdZh =
  '高级产品经理\n岗位职责：\n1. 负责 B 端 SaaS 产品规划；\n2. 跨部门推动项目落地。\n任职要求：\n1. 本科及以上，5年以上产品经验；\n2. 熟练使用 Axure、SQL；\n3. 有教育行业经验者优先。'
const jdEn =
  'Registered Nurse\nResponsibilities:\n- Provide patient care in the ICU\nRequirements:\n- Nursing license\n- Bachelor degree in nursing\n- 2+ years of critical care experience\nPreferred:\n- Spanish'
const resumeZh =
  '李雷\n男 | 29岁 | 13900001111 | li@example.cn\n工作经历\n2019.03-至今 某教育科技公司 产品经理\n● 负责教务 SaaS 产品规划，用 Axure 输出原型\n● 不熟悉 SQL\n教育经历\n2014.09-2018.06 某师范大学 教育技术 本科'
const resumeEn =
  'Han Mei\nhan@example.org\nExperience\nMar 2020 - Present  Registered Nurse, ICU, City Hospital\n- Patient care for 4 beds\nEducation\n2016 - 2020 Bachelor of Science in Nursing\nCertifications: RN license'
const criteriaZh = [
  { text: '5年以上产品经验', priority: 'must', weight: 2 },
  { text: '熟练使用 SQL', priority: 'preferred', weight: 0.5 },
  { text: '熟练使用 SQL', priority: 'must', weight: 1 },
  { text: '。', priority: 'must', weight: 10 },
] as const
const criteriaEn = [
  { text: 'Critical care, two years or more', priority: 'must', weight: 1 },
  { text: '会说普通话', priority: 'preferred', weight: 1 },
] as const
const barred = [{ text: '限男性', priority: 'must', weight: 10 }] as const
const matches: readonly (readonly [string, MatchInput])[] = [
  ['Chinese both', { resumeText: resumeZh, jdText: jdZh }],
  ['English both', { resumeText: resumeEn, jdText: jdEn, jobTitle: 'ICU Nurse' }],
  ['Chinese resume, English job', { resumeText: resumeZh, jdText: jdEn }],
  ['English resume, Chinese job', { resumeText: resumeEn, jdText: jdZh }],
  ['traditional and full width', { resumeText: '負責軟體開發，ＳＱＬ\u200b與 Ａｘｕｒｅ', jdText: jdZh }],
  ['next to nothing', { resumeText: '.', jdText: '招聘若干名工作人员速来' }],
  ['a control token', { resumeText: '<|endoftext|> 👩‍👩‍👧 \u0000 \ud83d', jdText: `${jdZh}<|im_start|>` }],
  ['a job that asks nothing', { resumeText: resumeZh, jdText: '我们是一家公司，欢迎你来，欢迎你来' }],
  ['criteria', { resumeText: resumeZh, jdText: jdZh, criteria: criteriaZh }],
  ['criteria in English', { resumeText: resumeEn, jdText: jdEn, criteria: criteriaEn }],
  ['criteria that judge nobody', { resumeText: resumeZh, jdText: jdZh, criteria: barred }],
  ['white space', { resumeText: ` \n${resumeZh}\t\n`, jdText: `\n\n  ${jdZh}  ` }],
]
const optimisations: readonly (readonly [string, OptimizeInput])[] = [
  ['a Chinese job', { jdText: jdZh }],
  ['an English job', { jdText: jdEn, location: 'Boston' }],
  ['a title', { jobTitle: '会计' }],
  ['points', { requirements: '限男性，35岁以下\n熟悉金蝶', experience: '3-5 年' }],
]
const soon = (): AbortSignal => AbortSignal.timeout(100_000)

describe.each(engines)('$name', (engine) => {
  test.each(matches)('match, %s: keeps every promise', async (_name, input) => {
    expect(brokenByMatch(engine, input, await engine.match(input, soon()))).toEqual([])
  })
  test.each(matches)('match, %s: the same input gives the same result', async (_name, input) => {
    expect(await engine.match(input, soon())).toEqual(await engine.match(input, soon()))
  })
  test('the requirements of an answer, sent back as criteria, are judged the same', async () => {
    const input = { resumeText: resumeZh, jdText: jdZh }
    const first = await engine.match(input, soon())
    const criteria = first.data.requirements.map(({ text, priority, weight }) => ({ text, priority, weight }))
    const again = await engine.match({ ...input, criteria }, soon())
    const found = ({ data }: typeof first) =>
      data.requirements.map(({ text, status, stated }) => [text, status, stated])
    expect(found(again)).toEqual(found(first))
  })
  test('criteria about protected attributes are not judged', async () => {
    const input = { resumeText: resumeZh, jdText: jdZh }
    const fair = await engine.match({ ...input, criteria: criteriaZh }, soon())
    const { data, unroundedScore } = await engine.match(
      { ...input, criteria: [...criteriaZh, ...barred] },
      soon(),
    )
    expect(unroundedScore).toBe(fair.unroundedScore)
    expect(data.warnings).toContainEqual(
      expect.objectContaining({ code: 'criterion_not_judged', where: 'criteria[4]' }),
    )
    expect(data.warnings.filter(({ where }) => where !== undefined)).toHaveLength(1)
    expect(data.requirements.at(-1)).toMatchObject({ text: '限男性', status: 'not_met', stated: false })
    expect(JSON.stringify([data.actions, data.gaps, data.recommendation])).not.toContain('限男性')
    const young = [{ text: 'Young and energetic', priority: 'must', weight: 1 }] as const
    const said = `${resumeEn}\n- Led a young and energetic team of nurses`
    const refused = await engine.match({ resumeText: said, jdText: jdEn, criteria: young }, soon())
    expect(refused.data.requirements).toMatchObject([{ status: 'not_met', stated: false, evidence: null }])
    expect(refused.recommended).toBe(false)
  })
  test.each(optimisations)('optimise, %s: keeps every promise', async (_name, input) => {
    const result = await engine.optimize(input, soon())
    const quote = await engine.quoteOptimize(input, soon())
    expect(brokenByOptimize(engine, result, quote)).toEqual([])
    expect(quotesInput(result, input)).toBe(true)
    expect(await engine.optimize(input, soon())).toEqual(result)
  })
  test('a profile is the same from every engine, and every value is a part of the text', async () => {
    const profile = await engine.readProfile(resumeZh, soon())
    expect(profile).toEqual(await engines[0]?.readProfile(resumeZh, soon()))
    expect(profile.contact.emails).toEqual([{ text: 'li@example.cn', ...placeOf('li@example.cn') }])
    await expect(engine.readProfile(resumeZh, AbortSignal.abort())).rejects.toSatisfy(isTimeout)
  })
  test('an optimisation adds no number', async () => {
    const { data } = await engine.optimize({ jobTitle: 'Accountant', requirements: 'CPA' }, soon())
    expect(data.content.match(/\d/g) ?? []).toEqual([])
  })
  test('an abort is honoured, and the next call is served', async () => {
    const gone = engine.match({ resumeText: resumeZh, jdText: jdZh }, AbortSignal.abort())
    await expect(gone).rejects.toSatisfy(isTimeout)
    await expect(engine.match({ resumeText: resumeZh, jdText: jdZh }, soon())).resolves.toBeDefined()
  })
})

const placeOf = (value: string) => {
  const start = resumeZh.indexOf(value)
  return { start, end: start + value.length }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Fault && JSON.stringify(error.members.detail) === '{"reason":"timeout"}'
}
