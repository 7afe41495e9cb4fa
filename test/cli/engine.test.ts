import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeServer, startFakeServer } from '../../src/engines/model/server/fake-server.test-support.ts'
import { runHere } from './run.ts'

/** The commands about a model, without a service and without a database. */

describe('engine check', () => {
  let server: FakeServer
  const names = ['ENGINE', 'MODEL_BASE_URL', 'MODEL_NAME', 'MODEL_API_KEY', 'MODEL_TEMPERATURE']
  beforeAll(async () => {
    server = await startFakeServer({
      caps: ['max_tokens'],
      takesTemperature: false,
      streamOptions: 'ignored',
    })
  })
  afterAll(() => server.close())
  afterEach(() => {
    for (const name of names) delete process.env[name]
  })
  const checkAt = (settings: Record<string, string>, ...words: string[]) => {
    Object.assign(process.env, { MODEL_BASE_URL: server.baseUrl, MODEL_NAME: 'some-model', ...settings })
    return runHere(['engine', 'check', ...words])
  }

  test('shows what the probe found, as a table and as JSON', async () => {
    const shown = await checkAt({ MODEL_TEMPERATURE: '0' })
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toMatch(/^server +http:\/\/127\.0\.0\.1:\d+\/v1$/m)
    expect(shown.stdout).toMatch(/^schema +json_schema: the server enforces it$/m)
    expect(shown.stdout).toMatch(/^token cap +max_tokens$/m)
    expect(shown.stdout).toMatch(/^usage +not reported: tokens are counted here/m)
    expect(shown.stdout).toMatch(/^thinking +none$/m)
    expect(shown.stdout).toMatch(/^temperature +0 is refused by the server and omitted$/m)
    expect(shown.stdout).toMatch(/\nThe model can be used: ENGINE=model makes it the engine\.\n$/)
    const { code, json } = await checkAt({ ENGINE: 'model' }, '--json')
    expect(code).toBe(0)
    expect(json).toMatchObject({
      usable: true,
      schema_mode: 'json_schema',
      cap_name: 'max_tokens',
      thinks: false,
    })
  })

  test('a model that never follows the schema fails', async () => {
    const habits = server.habits
    server.habits = { ...habits, formats: [], answersNothing: true }
    const { code, stdout } = await checkAt({})
    server.habits = habits
    expect([code, stdout]).toEqual([1, expect.stringContaining("The model can't be used")])
  })

  test.each([
    [
      401,
      '{"error":{"message":"Incorrect API key"}}',
      /refuses the key \(401\).*it says: Incorrect API key\n$/,
    ],
    [404, '<html>', /has no model some-model \(404\)/],
    [
      402,
      '{"error":{"message":"Insufficient Balance"}}',
      /does it have a balance\?; it says: Insufficient Balance\n$/,
    ],
    [429, '{}', /is busy \(429\)/],
    [500, '{}', /fails \(500\)/],
  ])(
    '%i fails with a sentence of what to look at',
    async (status, body, sentence) => {
      const habits = server.habits
      server.habits = { ...habits, answersWith: { status, body } }
      const refused = await checkAt({ MODEL_API_KEY: 'hunter2' })
      server.habits = habits
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
      expect(refused.stderr).not.toContain('hunter2')
    },
    60_000,
  )

  test('an unreachable server is reported; without a model it is wrong usage', async () => {
    const nowhere = await checkAt({ MODEL_BASE_URL: 'http://127.0.0.1:1/v1' })
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("can't be reached") })
    delete process.env.MODEL_BASE_URL
    expect(await runHere(['engine', 'check'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('MODEL_BASE_URL'),
    })
  })
})

describe('price suggest', () => {
  const suggest = (...options: string[]) => runHere(['price', 'suggest', ...options])

  test('gives lines for .env, never below the cost, and the cost of a match', async () => {
    // 2 per million tokens are 0.2 point_cents per thousand if a point costs 1; with a margin of a half,
    // 0.3.
    const done = await suggest('--input', '2', '--output', '8', '--point', '1')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(/^OPTIMIZE_PROMPT_POINT_CENTS=1\nOPTIMIZE_COMPLETION_POINT_CENTS=2\n/)
    expect(done.stdout).toMatch(/a match of 5000 and 1000 tokens +costs 1\.80 point_cents\n.*covers it\n$/)
    const prices = ['--input', '10.5', '--output', '40', '--point', '0.1', '--margin', '0', '--json']
    expect((await suggest(...prices)).json).toEqual({
      ...{ optimize_prompt_point_cents: 11, optimize_completion_point_cents: 40 },
      ...{ match_cost_point_cents: 92.5, match_price_point_cents: 100 },
    })
    const free = await suggest('--input', '0', '--output', '0', '--point', '1')
    expect(free.stdout).toMatch(/^OPTIMIZE_PROMPT_POINT_CENTS=0\nOPTIMIZE_COMPLETION_POINT_CENTS=0\n/)
  })

  test('warns if a match costs more than it charges', async () => {
    const dear = await suggest('--input', '15', '--output', '75', '--point', '0.1', '--match-input', '9000')
    expect(dear.stdout).toMatch(/costs 210\.00 point_cents\n.*does not cover it/)
  })

  test.each([
    [['--input', '2', '--output', '8']],
    [['--input', '2', '--output', '8', '--point', '0']],
    [['--input', '-2', '--output', '8', '--point', '1']],
    [['--input', '1e3', '--output', '8', '--point', '1']],
    [['--input', '2', '--output', '8', '--point', '1', '--margin', 'much']],
  ])('%j is wrong usage', async (options) => {
    expect(await suggest(...options)).toMatchObject({ code: 2, stdout: '' })
  })
})
