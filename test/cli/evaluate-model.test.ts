import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeServer, startFakeServer } from '../../src/engines/model/server/fake-server.test-support.ts'
import { runHere } from './run.ts'

/** Compares a model with the builtin engine within a budget, and sends no question twice. */

let folder: string
let server: FakeServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evaluate-model-'))
  server = await startFakeServer()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})
afterEach(() => {
  for (const name of ['MODEL_BASE_URL', 'MODEL_NAME', 'MODEL_CONCURRENCY']) delete process.env[name]
})

const file = (name: string, text = ''): string => {
  const path = join(folder, name)
  if (text !== '') writeFileSync(path, text)
  return path
}
/** Answers both questions: no requirements, and `not stated` for each one. */
const nothing = (count: number): string => {
  const verdicts = Array.from({ length: count }, (_, index) => {
    return { requirement: index + 1, quotes: [], level: 'none', status: 'not_stated' }
  })
  return JSON.stringify({ verdicts, requirements: [] })
}
const evaluate = (...words: string[]) => {
  Object.assign(process.env, { MODEL_BASE_URL: server.baseUrl, MODEL_NAME: 'm', MODEL_CONCURRENCY: '1' })
  return runHere(['evaluate', ...words])
}
const row = (id: string, label: string, resume: string, trade = 'IT') =>
  JSON.stringify({ id, title: '工程师', requirement: '熟悉 SQL', resume, label, trade })
const rows = [
  row('a', 'met', '工作经历\n2019-2024 某公司 数据工程师\n用 SQL 出报表'),
  row('b', 'not_met', '工作经历\n2019-2024 某饭店 厨师\n负责热菜', 'food'),
  row('c', 'not_met', '工作经历\n2019-2024 某公司 保安\n夜间巡逻', 'food'),
].join('\n')

describe('evaluate, labelled rows', () => {
  test('without a budget the cost is estimated and no question is sent', async () => {
    const given = ['--rows', file('rows.jsonl', rows), '--engine', 'model', '--out', file('none.jsonl')]
    const { code, stderr } = await evaluate(...given)
    expect([code, server.asked.length]).toEqual([2, 0])
    expect(stderr).toMatch(/3 matches would take about \d{4,5} tokens of model:m: .*--budget/)
  })

  test('figures are shown side by side, and answers are cached', async () => {
    server.steps = [nothing(2)]
    const out = file('results.jsonl')
    const given = ['--rows', file('rows.jsonl', rows), '--engine', 'model', '--out', out]
    const small = await evaluate(...given, '--budget', '1')
    expect(small).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('2 matches have no answer (the budget'),
    })
    const asked = server.asked.length
    const whole = await evaluate(...given, '--budget', '1000000', '--json')
    expect([whole.code, server.asked.length - asked]).toEqual([0, 2])
    const engines = whole.json?.engines as {
      name: string
      figures: { name: string; value: number; of: number }[]
    }[]
    const right = engines.map(({ name, figures }) => [
      name,
      figures.find((each) => each.name === 'statuses right'),
    ])
    expect(right).toEqual([
      ['builtin', { name: 'statuses right', of: 3, value: 1 }],
      ['model:m', { name: 'statuses right', of: 3, value: 2 / 3 }],
    ])
    expect(JSON.stringify(whole.json)).toContain('"trade":"food"')
    const again = await evaluate(...given, '--budget', '1000000')
    expect([again.code, server.asked.length - asked]).toEqual([0, 2])
    expect(again.stdout).toMatch(/^figure +builtin +model:m\n/)
    expect(readFileSync(out, 'utf8')).not.toContain('SQL')
  })

  test('changed forms of the texts are scored, and the effect is reported', async () => {
    server.steps = [nothing(2)]
    const given = ['--rows', file('rows.jsonl', rows), '--engine', 'model', '--out', file('checks.jsonl')]
    const { code, stdout } = await evaluate(...given, '--checks', '2', '--budget', '1000000')
    expect(code).toBe(0)
    expect(stdout).toMatch(/changed form: model:m/)
    expect(stdout).toMatch(/^the same again \(5 of 5\) +2 +0\.00 +0\.00 +0\.000$/m)
    expect(stdout.match(/^self-praise added .* 0\.000$/gm)).toHaveLength(2)
  })

  test('a server that never answers ends the evaluation', async () => {
    server.steps = [{ status: 400, body: 'no' }]
    const given = ['--rows', file('rows.jsonl', rows), '--engine', 'model', '--out', file('down.jsonl')]
    const { code, stderr } = await evaluate(...given, '--budget', '1000000')
    expect([code, stderr]).toEqual([1, expect.stringContaining('model:m answered nothing')])
  })
})

test('evaluate, sets: order and scores by fit, by the builtin engine only', async () => {
  const resumes = [
    {
      fit: 4,
      text: '工作经历\n2015-2024 某公司 数据工程师\n用 SQL 和 Python 出报表',
      labels: ['met', 'met'],
    },
    { fit: 0, text: '厨师，负责热菜', labels: ['not_met', 'not_met'] },
  ]
  const requirements = ['熟悉 SQL', '熟悉 Python'].map((text) => ({ text, priority: 'must' }))
  const set = JSON.stringify({
    id: 's',
    jd: '数据工程师\n任职要求：\n1. 熟悉 SQL；\n2. 熟悉 Python',
    requirements,
    resumes,
  })
  const { code, stdout } = await evaluate('--sets', file('sets.jsonl', set), '--out', file('sets-out.jsonl'))
  expect(code).toBe(0)
  expect(stdout).toMatch(/^pairs of a set out of order +0\.000 of 1$/m)
  expect(stdout).toMatch(/^mean score at fit 4 /m)
})

test('evaluate, pairs with labels: the area under the curve', async () => {
  server.steps = [nothing(2)]
  const line = (resume: string, label: number, text: string) =>
    JSON.stringify({
      resume,
      jd: 'j',
      label,
      resume_text: text,
      jd_text: '厨师\n任职要求：\n1. 三年以上中餐经验',
    })
  const pairs = [line('a', 1, '厨师，2015-2024 某饭店，负责中餐热菜'), line('b', 0, '会计，熟悉税务')].join(
    '\n',
  )
  const given = ['--pairs', file('pairs.jsonl', pairs), '--engine', 'model', '--budget', '1000000']
  const { code, stdout } = await evaluate(...given, '--out', file('pairs-out.jsonl'))
  expect(code).toBe(0)
  expect(stdout).toMatch(/^AUC +1\.000 of 1 +1\.000 of 1$/m)
})

test.each([
  [['--out', 'x'], 2, /give one of --pairs, --rows and --sets/],
  [['--rows', 'nowhere', '--out', 'x'], 1, /nowhere can't be read/],
])('evaluate %j is refused', async (words, code, problem) => {
  const done = await evaluate(...words)
  expect([done.code, done.stderr]).toEqual([code, expect.stringMatching(problem)])
})

test('audit: a model is scored on the same people, and five times on the same input', async () => {
  server.steps = [nothing(2)]
  const texts = ['--resume', file('r.txt', '工作经历\n2019-2024 某饭店 厨师\n负责中餐热菜')]
  const job = ['--jd', file('j.txt', '厨师\n任职要求：\n1. 三年以上中餐经验')]
  Object.assign(process.env, { MODEL_BASE_URL: server.baseUrl, MODEL_NAME: 'm' })
  const done = await runHere(['audit', ...texts, ...job, '--groups', 'sex', '--engine', 'model', '--json'])
  expect(done).toMatchObject({ code: 0, json: { engine: 'model:m', moved: 0 } })
  expect(done.json?.alone).toHaveLength(5)
})
