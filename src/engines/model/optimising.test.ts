import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fault, type OptimizeInput } from '../../contract/index.ts'
import { optimizeNow } from '../builtin/tasks.ts'
import type { Engine } from '../engine.ts'
import { createModelEngine } from './engine.ts'
import {
  type Answers,
  diligent,
  readFacts,
  type ScriptedChat,
  type Sent,
  scriptedChat,
} from './scripted-chat.test-support.ts'

const soon = (): AbortSignal => AbortSignal.timeout(100_000)
const input: OptimizeInput = {
  jdText:
    '咖啡师\n岗位职责：\n1. 负责3家门店的出品；\n2. 用 Excel 登记库存\n任职要求：\n1. 两年以上咖啡师经验；\n2. 限女性，35岁以下；\n3. 会拉花或手冲\n优先条件：\n1. 持有健康证者优先\n联系电话：13800001111',
}
let answer: NonNullable<Answers['description']> = () => undefined
let chat: ScriptedChat
let engine: Engine
beforeAll(() => {
  chat = scriptedChat({ description: (sent, attempt) => answer(sent, attempt) })
  engine = createModelEngine({ chat, threads: 1, fallback: 'none' })
})
afterAll(() => engine.close())

/** Rewrites the facts by a rule of the test; undefined omits a fact. */
const written = (rule: (text: string, part: string) => string | undefined) => (sent: Sent) => ({
  lines: readFacts(sent).flatMap(({ part, text }, index) => {
    const said = rule(text, part)
    return said === undefined ? [] : [{ part, text: said, facts: [index + 1] }]
  }),
})
const builtin = optimizeNow(input)

describe('texts of a model', () => {
  test('is used if it is complete and adds nothing; other lines stay', async () => {
    answer = written((text) => (text.includes('Excel') ? '每天用 Excel 登记门店库存' : text))
    const { data } = await engine.optimize(input, soon())
    expect(data.content).toContain('- 每天用 Excel 登记门店库存')
    expect(data.content).toContain('13800001111')
    expect(data.content.match(/^#.*$/gmu)).toEqual(builtin.data.content.match(/^#.*$/gmu))
    expect(data).toMatchObject({ compliance: builtin.data.compliance, missing: builtin.data.missing })
    expect(data.changes.at(-1)).toContain('模型')
    expect(data.warnings).toBeUndefined()
    expect(data.engine.name).toBe('model:scripted')
  })

  test('are requested once more with the errors', async () => {
    const before = chat.sent.length
    answer = (sent) =>
      sent.user.includes('<<<LINES')
        ? written((text) => text)(sent)
        : written((text) => text.replace('3家', '5家'))(sent)
    const { data } = await engine.optimize(input, soon())
    expect(data.warnings).toBeUndefined()
    const [, second] = chat.sent.slice(before)
    expect(second?.user).toContain('adds the number 5')
    expect(second?.user).toContain('lost the number 3')
  })

  test.each<[string, (text: string, part: string) => string | undefined]>([
    ['loses a fact', (text) => (text.includes('Excel') ? undefined : text)],
    ['loses a number', (text) => text.replace('3家', '多家')],
    ['loses a count in words', (text) => text.replace('两年以上', '多年')],
    ['adds a number', (text) => (text.includes('Excel') ? `${text}，每天8小时` : text)],
    ['loses a tool', (text) => text.replace('Excel', '表格')],
    ['adds a tool', (text) => (text.includes('Excel') ? `${text}，熟悉 SAP` : text)],
    ['adds a place', (text) => (text.includes('门店') ? `${text}，在上海` : text)],
    ['adds a paper', (text) => (text.includes('拉花') ? `${text}，持有驾驶证` : text)],
    ['denies', (text) => text.replace('用 Excel', '不用 Excel')],
    ['says what is not lawful', (text) => (text.includes('拉花') ? `${text}，限女性` : text)],
    ['writes Markdown', (text) => `# ${text}`],
    [
      'fills the text',
      (text) => (text.includes('Excel') ? `${text}，团队氛围融洽，领导亲和，晋升空间巨大` : text),
    ],
    ['writes another language', (text) => (text.includes('拉花') ? 'Latte art or hand drip' : text)],
  ])('is not used where it %s: the builtin text stands, and says so', async (_name, rule) => {
    answer = written(rule)
    const { data } = await engine.optimize(input, soon())
    expect(data.content).toBe(builtin.data.content)
    expect(data.warnings).toMatchObject([{ code: 'model_text_not_used' }])
  })

  test('may move a name within an English sentence', async () => {
    const jdText = 'Data Analyst\nResponsibilities:\n- Python scripting for 3 reports\nRequirements:\n- SQL'
    answer = written((text) =>
      text.replace('Python scripting for 3 reports', 'Scripting 3 reports in Python'),
    )
    const { data } = await engine.optimize({ jdText }, soon())
    expect(data.content).toContain('- Scripting 3 reports in Python')
  })

  test('may not turn a preferred requirement into a must', async () => {
    answer = (sent) => ({
      lines: readFacts(sent).map(({ text }, index) => ({ part: 'must', text, facts: [index + 1] })),
    })
    const { data } = await engine.optimize(input, soon())
    expect(data.content).toBe(builtin.data.content)
  })
})

test('the model sees no contact data and no unlawful content', async () => {
  const before = chat.sent.length
  answer = diligent.description
  await engine.optimize(input, soon())
  const sent = chat.sent.slice(before).map(({ user }) => user)
  expect(sent.join('\n')).not.toMatch(/1380000|女性|35岁/u)
})

test('the hold is never below the charge', async () => {
  answer = written((text) => text.replace('3家', '5家'))
  const { usage } = await engine.optimize(input, soon())
  const quote = await engine.quoteOptimize(input, soon())
  expect(quote).toMatchObject({ kind: 'bound' })
  expect(quote.kind === 'bound' && quote.promptTokensMax).toBeGreaterThanOrEqual(usage.promptTokens)
})

test('a title alone needs no model', async () => {
  const before = chat.sent.length
  const { data } = await engine.optimize({ jobTitle: '会计' }, soon())
  expect(data.content).toContain('会计')
  expect(chat.sent.length - before).toBeLessThanOrEqual(2)
})

test('without a model the call fails with a reason, or the builtin engine answers with a warning', async () => {
  answer = () => undefined
  await expect(engine.optimize(input, soon())).rejects.toSatisfy(
    (error) =>
      error instanceof Fault && JSON.stringify(error.members.detail) === '{"reason":"engine_unavailable"}',
  )
  const careful = createModelEngine({ chat: scriptedChat({}), threads: 1, fallback: 'builtin' })
  try {
    const { data } = await careful.optimize(input, soon())
    expect(data).toMatchObject({ content: builtin.data.content, engine: builtin.data.engine })
    expect(data.warnings).toMatchObject([{ code: 'model_unavailable' }])
  } finally {
    await careful.close()
  }
})
