import { describe, expect, test } from 'vitest'
import { matchTexts } from './match.ts'
import { monthNumber } from './read/dates.ts'
import { isChinese, samplePairs } from './sample-pairs.ts'

/**
 * The words of a job description as an independent program extracts them, pasted into resumes of other
 * trades. None of our tables chooses the words.
 */

const today = monthNumber(2026, 11)
const scoreOf = (resumeText: string, jdText: string): number =>
  matchTexts({ resumeText, jdText }, today, { name: 'test', version: '0' }).unroundedScore
const gainMax = 3

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
/** A language or a degree is stated in one word. */
const usual = new Set('and the of with in to for a or is on our bachelor english mandarin'.split(' '))

/** The most frequent words of a text, by a plain tokenizer. */
function wordsOf(text: string, chinese: boolean): string[] {
  const all = chinese
    ? Array.from(segmenter.segment(text), ({ segment }) => segment).filter((word) =>
        /^[\u4e00-\u9fff]{2,}$|^[A-Za-z]+$/u.test(word),
      )
    : (text.toLowerCase().match(/[a-z]+/gu) ?? []).filter((word) => word.length > 1 && !usual.has(word))
  const counts = new Map<string, number>()
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
}

/** Each resume and its first half with each job of its language. */
const pairs = samplePairs.flatMap((one) =>
  samplePairs
    .filter((other) => isChinese(one) === isChinese(other))
    .flatMap(({ jd, name }) => {
      const lines = one.resume.split('\n')
      const half = lines.slice(0, Math.ceil(lines.length / 2)).join('\n')
      const words = wordsOf(jd, isChinese(one))
      const base = { name: `${one.name}; ${name}`, jd, words, chinese: isChinese(one) }
      return [one.resume, half].map((resume) => ({ ...base, resume, score: scoreOf(resume, jd) }))
    }),
)
type Pair = (typeof pairs)[number]

function gainsOf(pasted: (pair: Pair) => string): string[] {
  return pairs
    .map((pair) => ({ pair, text: pasted(pair) }))
    .filter(({ pair, text }) => scoreOf(text, pair.jd) - pair.score > gainMax)
    .map(({ pair, text }) => `${pair.name}: ${text}`)
}
const joined = (words: readonly string[], { chinese }: Pair): string => words.join(chinese ? '、' : ', ')

describe('the most frequent words of the job', () => {
  test.each([3, 10, 30])('%i of them as a list', (count) => {
    const labels = [
      ['', ''],
      ['个人优势：', 'Keywords: '],
      ['专业技能\n', 'Skills\n'],
    ]
    for (const [zh = '', en = ''] of labels) {
      for (const sign of [' ', '\n', '; ', '、']) {
        const list = (pair: Pair) => (pair.chinese ? zh : en) + pair.words.slice(0, count).join(sign)
        expect(gainsOf((pair) => `${pair.resume}\n${list(pair)}`)).toEqual([])
      }
    }
  })
  test.each([
    ['从事#相关工作', 'Worked on #'],
    ['对#有深入了解', 'Passionate about #'],
    ['擅长#，能独立完成', 'Skilled at # and eager to learn'],
    ['有#经验', 'Hands-on experience with #'],
    ['使用#', 'Responsible for #'],
  ])('in sentences that tell nothing: %s, %s', (zh, en) => {
    for (const count of [1, 3]) {
      const sentences = (pair: Pair): string => {
        const groups = Array.from({ length: 4 }, (_, index) =>
          pair.words.slice(index * count, (index + 1) * count),
        )
        return groups.map((words) => (pair.chinese ? zh : en).replace('#', joined(words, pair))).join('\n')
      }
      expect(gainsOf((pair) => `${pair.resume}\n${sentences(pair)}`)).toEqual([])
    }
  })
  test('after the last line, and one after each line', () => {
    expect(gainsOf((pair) => `${pair.resume}，${pair.words.slice(0, 10).join('，')}`)).toEqual([])
    expect(gainsOf((pair) => `${pair.resume}. ${pair.words.slice(0, 10).join(' ')}`)).toEqual([])
    const strewn = ({ resume, words }: Pair): string =>
      resume
        .split('\n')
        .map((line, index) => (line.length > 12 ? `${line}, ${words[index] ?? ''}` : line))
        .join('\n')
    expect(gainsOf(strewn)).toEqual([])
  })
})

test("synonyms of the job's terms are the job's terms", () => {
  const jd = 'Platform Engineer\nRequirements:\n- Kubernetes\n- Amazon Web Services'
  const cook = 'Experience\nCook, Grand Hotel, Mar 2018 - May 2023\n- Made breakfast for 400 guests a day'
  expect(scoreOf(`${cook}\nK8s, AWS`, jd) - scoreOf(cook, jd)).toBeLessThanOrEqual(gainMax)
})

test.each([
  'Python, Spark, Airflow, Terraform, AWS, breakfast',
  'Skills: Python, Spark, Airflow, Terraform, AWS, Java, Excel, Cooking',
  'Python 3.11 Spark 3.5 Airflow 2.8 Terraform 1.5 AWS',
])('words and numbers of another kind free no list: %s', (list) => {
  const jd = 'Data Engineer\nRequirements\n- Python\n- Experience with Spark and Airflow\n- Terraform\n- AWS'
  const cook = 'Experience\nCook, Grand Hotel, Mar 2018 - May 2023\n- Made breakfast for 400 guests a day'
  expect(scoreOf(`${cook}\n${list}`, jd) - scoreOf(cook, jd)).toBeLessThanOrEqual(gainMax)
})

test("a one-line resume that begins with dates isn't the end of a pasted job", () => {
  const jd = '后端工程师\n要求：\n1. 3年以上后端经验\n2. 熟悉 Go、Kubernetes'
  const line = '王小明 2019.07-至今 后端工程师，使用 Go 和 Kubernetes 开发支付系统'
  expect(scoreOf(line, jd)).toBeGreaterThan(80)
  const java = 'Java开发工程师，3年以上经验，熟悉Spring Boot、MySQL'
  expect(scoreOf('张三，5年Java开发经验，熟悉Spring Boot和MySQL', java)).toBeGreaterThan(80)
  expect(scoreOf('2019.07-至今 某物业公司，安排保洁与绿化，后端工程师，Go，Kubernetes', jd)).toBeLessThan(50)
})

test("a short list counts if one name in three isn't from the job", () => {
  const jd = '任职要求：\n1. 熟悉 Vue\n2. 熟悉 TypeScript'
  const cook = '工作经历\n2018.03-2023.05 某公司 职员\n整理文件，接听电话，安排会议和差旅'
  expect(
    scoreOf(`${cook}\nVue、TypeScript、Figma`, jd) - scoreOf(`${cook}\nVue、TypeScript`, jd),
  ).toBeGreaterThan(10)
})

test('a sentence with a name that is also an ordinary word is treated like others', () => {
  const jd = 'Full Stack Engineer\n- React, TypeScript\n- Node.js\n- 4+ years'
  const built = 'Software Engineer, Initech, Jan 2018 - Dec 2023\nBuilt tools for warehouse staff using React'
  expect(scoreOf(`${built}, TypeScript and Node.js`, jd) - scoreOf(built, jd)).toBeGreaterThan(10)
})

test("a title after its dates stays if its description uses the job's words", () => {
  const jd = '产品经理\n负责需求分析、原型设计，推动项目上线\n要求：3年以上产品经验，有会员体系经验优先'
  const held = '2017.07-2024.01 某互联网公司 产品经理'
  const lines = ['需求分析、原型设计、推动上线', '负责会员体系，付费率提升20%']
  const whole = scoreOf([held, ...lines].join('\n'), jd)
  expect(whole).toBeGreaterThanOrEqual(scoreOf([held, lines[1]].join('\n'), jd))
  const others = ['2017.07-2024.01 某物业公司 产品经理', '安排保洁与绿化，采购清洁用品', '做饭']
  const pasted = [others[0], lines[0], ...others.slice(1)].join('\n')
  expect(scoreOf(pasted, jd) - scoreOf(others.join('\n'), jd)).toBeLessThanOrEqual(gainMax)
})

test("a resume that begins with the held title isn't scored lower", () => {
  const jd = '会计\n1. 负责日常账务处理、财务报表编制；\n2. 负责纳税申报。\n要求：3年以上会计经验'
  const held = '2018.03-2023.12 某贸易公司 会计\n负责日常账务处理、纳税申报\n配合年度审计'
  expect(scoreOf(`会计\n${held}`, jd)).toBeGreaterThanOrEqual(scoreOf(held, jd) - 1)
  const other = '2018.03-2023.12 某物业公司 会计\n安排保洁与绿化，采购清洁用品'
  expect(scoreOf(`保安\n会计\n${other}`, jd)).toBeLessThanOrEqual(scoreOf(`保安\n${other}`, jd) + gainMax)
})

test('words of the job at the end do not hide the text before them', () => {
  const jd = '内容运营\n任职要求：\n1. 熟悉公众号、短视频\n2. 有选题策划经验'
  const own = '工作经历\n2018.03-2023.05 某物业公司 主管\n管理 40 名保安，负责物业与保洁'
  const pasted = `${own}，公众号、短视频、选题、策划、经验、熟悉、内容、运营、要求、任职`
  expect(scoreOf(pasted, jd) - scoreOf(own, jd)).toBeLessThanOrEqual(gainMax)
})
