import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { compile } from '../support/compile.ts'
import { useWorld } from '../support/world.ts'
import { openScriptedModel } from './scripted-model.ts'

/**
 * The example agents as processes of their own, between the real service and a scripted model. Their
 * requests and the model's answers must match the types that the model's API publishes.
 */

const world = useWorld()
const root = fileURLToPath(new URL('../..', import.meta.url))
const jdText = 'Backend engineer. Requirements: 3+ years of backend development.'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function runAgent(file: string, environment: Record<string, string>): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '', BASE_URL: world().url, MODEL: 'scripted', ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'examples', file)], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

/** A tool call by the model, with its arguments as text. */
type Wanted = readonly [name: string, input: object | string]

/**
 * A sensible model, given the tool results so far: it reads the file, gets the arguments of the match
 * wrong, corrects them, and answers with the score.
 */
function sensible(results: readonly string[]): Wanted[] | string {
  const answers = results.map((result) => JSON.parse(result))
  const resumeText = answers[0]?.data?.text
  switch (answers.length) {
    case 0:
      return [['parseResume', { fileDataUrl: 'resume.pdf' }]]
    case 1:
      return [
        ['matchResumeToJd', { resume_text: resumeText, jd_text: 'short' }],
        ['inviteCandidate', {}],
      ]
    case 3:
      expect(answers[1]).toMatchObject({ ok: false, error: 'invalid_input', detail: [{ path: 'jd_text' }] })
      expect(answers[2]).toMatchObject({ ok: false, error: 'unknown_tool' })
      return [['matchResumeToJd', { resume_text: resumeText, jd_text: jdText }]]
    default:
      return `Score ${answers.at(-1)?.data?.score}, ${answers.at(-1)?.billing?.billed_point_cents} point_cents.`
  }
}

const endless = (): Wanted[] => [['getBatchScreeningResult', { batch_id: 'none' }]]

type OpenAiRequest = OpenAI.ChatCompletionCreateParamsNonStreaming
const textOf = (content: unknown) => String(content)

function chatCompletion(
  { messages }: OpenAiRequest,
  turn: number,
  model: typeof sensible,
): OpenAI.ChatCompletion {
  const wanted = model(messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content)))
  const calls = typeof wanted === 'string' ? [] : wanted
  return {
    id: `chatcmpl-${turn}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'scripted',
    choices: [
      {
        index: 0,
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
        logprobs: null,
        message: {
          role: 'assistant',
          content: typeof wanted === 'string' ? wanted : null,
          refusal: null,
          ...(calls.length > 0 ? { tool_calls: calls.map(openAiCall) } : {}),
        },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}

function openAiCall([name, input]: Wanted, index: number): OpenAI.ChatCompletionMessageToolCall {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  return { id: `call_${index}`, type: 'function', function: { name, arguments: text } }
}

type AnthropicRequest = Anthropic.MessageCreateParamsNonStreaming
type AnthropicAnswer = Pick<Anthropic.Message, 'id' | 'type' | 'role' | 'model' | 'stop_reason'> & {
  readonly content: readonly Pick<Anthropic.TextBlock, 'type' | 'text'>[] | readonly AnthropicCall[]
}
type AnthropicCall = Pick<Anthropic.ToolUseBlock, 'type' | 'id' | 'name' | 'input'>

function message({ messages }: AnthropicRequest, turn: number, model: typeof sensible): AnthropicAnswer {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const results = blocks.filter((block) => block.type === 'tool_result')
  const wanted = model(results.map(({ content }) => textOf(content)))
  const common = { id: `msg_${turn}`, type: 'message', role: 'assistant', model: 'scripted' } as const
  if (typeof wanted === 'string') {
    return { ...common, stop_reason: 'end_turn', content: [{ type: 'text', text: wanted }] }
  }
  const calls = wanted.map(([name, input], index): AnthropicCall => {
    return { type: 'tool_use', id: `toolu_${turn}_${index}`, name, input }
  })
  return { ...common, stop_reason: 'tool_use', content: calls }
}

const agents = [
  {
    file: 'agent-openai.mjs',
    type: "import('openai').OpenAI.ChatCompletionCreateParamsNonStreaming",
    open: (model: typeof sensible) =>
      openScriptedModel<OpenAiRequest, object>('/chat/completions', (request, turn) =>
        chatCompletion(request, turn, model),
      ),
    environment: (url: string) => ({ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'k' }),
  },
  {
    file: 'agent-anthropic.mjs',
    type: "import('@anthropic-ai/sdk').Anthropic.MessageCreateParamsNonStreaming",
    open: (model: typeof sensible) =>
      openScriptedModel<AnthropicRequest, object>('/v1/messages', (request, turn) =>
        message(request, turn, model),
      ),
    environment: (url: string) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'k' }),
  },
] as const

/** All requests of the agents to a model, and the type that its API publishes for them. */
const sent: { readonly type: string; readonly request: object }[] = []

describe.each(agents)('$file', ({ file, type, open, environment }) => {
  async function run(key: string, script: typeof sensible) {
    await using model = await open(script)
    const ended = await runAgent(file, { API_KEY: key, ...environment(model.url) })
    sent.push(...model.requests.map((request) => ({ type, request })))
    return { ...ended, requests: model.requests as readonly object[] }
  }

  test('works with the service until it has an answer; the model corrects its mistakes', async () => {
    const { key, balance } = await world().account()
    const { code, stdout, stderr, requests } = await run(key, sensible)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Score [1-9][\d.]*, 100 point_cents\.\n$/)
    expect(await balance()).toEqual({ spendable: 10_000 - 5 - 100, held: 0 })
    expect(requests).toHaveLength(4)
    const pdf = Buffer.from('%PDF-').toString('base64').slice(0, 6)
    expect(JSON.stringify(requests).includes(pdf), 'a file never goes to a model').toBe(false)
  })

  test('stops at a 402 and reports the missing points', async () => {
    const { key, balance } = await world().account({ pointCents: 45 })
    const { code, stdout, stderr, requests } = await run(key, (results) =>
      results.length === 0
        ? sensible(results)
        : [['matchResumeToJd', { resume_text: 'a', jd_text: jdText }], ...endless()],
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^stopped: insufficient_points: .+ \(100 point_cents needed, 40 there\)\n$/)
    expect(await balance()).toEqual({ spendable: 40, held: 0 })
    expect(requests, 'the model is not asked again').toHaveLength(2)
  })

  test('ends a conversation without progress', async () => {
    const { key } = await world().account()
    const { code, stderr, requests } = await run(key, endless)
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'stopped: no answer after 10 turns\n' })
    expect(requests).toHaveLength(10)
  })
})

test('invalid JSON arguments are returned to the model as an error', async () => {
  const [openAi] = agents
  const { key } = await world().account()
  await using model = await openAi.open((results) =>
    results.length === 0 ? [['optimizeJd', '{"job_title": "cut o']] : `I was told: ${results[0]}`,
  )
  const ended = await runAgent(openAi.file, { API_KEY: key, ...openAi.environment(model.url) })
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('"invalid_input"') })
})

test('impossible ids are returned as errors', async () => {
  const ids = [undefined, '\ud800', '..', 5, null]
  const [openAi] = agents
  const { key } = await world().account()
  await using model = await openAi.open((results) =>
    results.length === 0
      ? ids.map((id): Wanted => ['getBatchScreeningResult', { batch_id: id }])
      : results.map((result) => JSON.parse(result).error).join(),
  )
  const ended = await runAgent(openAi.file, { API_KEY: key, ...openAi.environment(model.url) })
  const told = `${ids.map(() => 'invalid_input').join()}\n`
  expect(ended).toEqual({ code: 0, stderr: '', stdout: told })
})

test("the agents' requests match the published APIs", async () => {
  expect(sent.length).toBeGreaterThan(20)
  const wrong = { type: agents[0].type, request: { model: 'm', messages: [{ role: 'tool', content: 'x' }] } }
  const complaints = await complaintsOf([...sent, wrong])
  expect(complaints, 'the last one alone is wrong').toEqual([expect.stringContaining('tool_call_id')])
})

/** The compiler's messages about values that should have their types. */
async function complaintsOf(values: typeof sent): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'agents-'))
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const file = join(folder, 'values.ts')
    const lines = values.map(
      ({ type, request }, index) => `export const value${index}: ${type} = ${JSON.stringify(request)}\n`,
    )
    await writeFile(file, lines.join(''))
    return compile([file])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
