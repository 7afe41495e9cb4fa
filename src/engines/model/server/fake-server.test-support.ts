import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { countTokens } from '../../builtin/text/index.ts'

/** A model server for tests, with the quirks of real servers. The test sets its answers. */

/** The behaviour of a server towards every request. */
export interface Habits {
  /** The supported kinds of `response_format`. */
  readonly formats: readonly string[]
  /** Whether answers follow the schema of the request. */
  readonly enforcesSchema: boolean
  /** Refuses JSON mode if no message contains the word json. */
  readonly needsWordJson: boolean
  /** The supported names of the token cap. Others are refused, or ignored with `ignoresUnknown`. */
  readonly caps: readonly string[]
  readonly obeysCap: boolean
  readonly streamOptions: 'taken' | 'refused' | 'ignored'
  readonly reportsUsage: boolean
  readonly streams: boolean
  readonly ignoresUnknown: boolean
  readonly takesTemperature: boolean
  /** The field of its thoughts; null: it never thinks. */
  readonly thinksIn: 'reasoning_content' | 'reasoning' | 'tags' | null
  /** The switch that disables thinking, as `name` or `name=json`; null: none. */
  readonly thinkingStoppedBy: string | null
  /** Refuses JSON mode while it thinks. */
  readonly jsonOnlyWithoutThinking: boolean
  /** Sends the answer in the field for thoughts, with blank content. */
  readonly answersInThoughts: boolean
  /** Refusals don't name their cause. */
  readonly refusesQuietly: boolean
  /** Never answers in JSON. */
  readonly answersNothing: boolean
  /** Gives this response to every request. */
  readonly answersWith: { readonly status: number; readonly body: string } | null
  /** Text around the answer. */
  readonly wraps: 'fences' | 'sentences' | null
}

export const plainHabits: Habits = {
  formats: ['json_schema', 'json_object'],
  enforcesSchema: true,
  needsWordJson: false,
  caps: ['max_completion_tokens', 'max_tokens'],
  obeysCap: true,
  streamOptions: 'taken',
  reportsUsage: true,
  streams: true,
  ignoresUnknown: false,
  takesTemperature: true,
  thinksIn: null,
  thinkingStoppedBy: null,
  jsonOnlyWithoutThinking: false,
  answersInThoughts: false,
  refusesQuietly: false,
  answersNothing: false,
  answersWith: null,
  wraps: null,
}

/** A special response to one question of a test. A string is the content of the answer. */
export type Step =
  | string
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | {
      readonly does:
        | 'hang'
        | 'reset'
        | 'cut'
        | 'drip'
        | 'blank'
        | 'endless'
        | 'refuse'
        | 'filter'
        | 'fail inside'
    }
  | { readonly delayMs: number; readonly content: string }

export interface Asked {
  readonly authorization: string | undefined
  readonly path: string
  readonly body: Record<string, unknown>
  /** Resolves when the client closed the connection before the end of the answer. */
  readonly hungUp: Promise<void>
}

export interface FakeServer {
  readonly baseUrl: string
  habits: Habits
  /** Responses to questions other than probes, in order. The last one repeats. */
  steps: readonly Step[]
  /** The questions other than probes. */
  readonly asked: readonly Asked[]
  readonly probes: readonly Asked[]
  /** All response data to probes and questions, as JSON. */
  readonly sent: readonly unknown[]
  /** The number of questions in progress. */
  readonly working: number
  workingMost: number
  close(): Promise<void>
}

export async function startFakeServer(
  habits: Partial<Habits> = {},
  steps: readonly Step[] = ['{}'],
): Promise<FakeServer> {
  const asked: Asked[] = []
  const probes: Asked[] = []
  const sent: unknown[] = []
  let working = 0
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const isProbe = /^You (compare numbers|count)\./.test(textOf(body, 'system'))
    const { authorization } = request.headers
    const hungUp = new Promise<void>((resolve) => {
      response.once('close', () => !response.writableFinished && resolve())
    })
    const list = isProbe ? probes : asked
    list.push({ authorization, path: request.url ?? '', body, hungUp })
    const step = isProbe ? null : (fake.steps[Math.min(asked.length, fake.steps.length) - 1] ?? '{}')
    if (!isProbe) {
      working += 1
      fake.workingMost = Math.max(fake.workingMost, working)
      response.once('close', () => {
        working -= 1
      })
    }
    await answer({ habits: fake.habits, body, response, sent }, step)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fake: FakeServer = {
    ...{ baseUrl: `http://127.0.0.1:${port}/v1`, habits: { ...plainHabits, ...habits }, steps },
    ...{ asked, probes, sent, workingMost: 0 },
    get working() {
      return working
    },
    async close() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
  return fake
}

interface Exchange {
  readonly habits: Habits
  readonly body: Record<string, unknown>
  readonly response: ServerResponse
  readonly sent: unknown[]
}

async function answer(turn: Exchange, step: Step | null): Promise<void> {
  const { response } = turn
  const { answersWith } = turn.habits
  if (answersWith !== null) {
    response.writeHead(answersWith.status).end(answersWith.body)
    return
  }
  const refusal = refusalOf(turn)
  if (refusal !== null) {
    response.writeHead(400, { 'content-type': 'application/json' })
    const message = turn.habits.refusesQuietly ? 'Bad request' : refusal
    response.end(
      JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
    )
    return
  }
  if (step !== null && typeof step === 'object' && 'status' in step) {
    response.writeHead(step.status, step.headers).end(step.body ?? '{"error":{"message":"no"}}')
    return
  }
  if (step !== null && typeof step === 'object' && 'does' in step) return misbehave(turn, step.does)
  if (step !== null && typeof step === 'object') await sleep(step.delayMs)
  const content = step === null ? probed(turn) : typeof step === 'string' ? step : step.content
  if (!response.destroyed) speak(turn, wrapped(turn, content), 'stop')
}

/** The error for an unsupported form, as OpenAI-compatible servers word it; null if the form is supported. */
function refusalOf({ habits, body }: Exchange): string | null {
  const format = (body.response_format as { type?: string } | undefined)?.type
  const unknown = ['max_completion_tokens', 'max_tokens'].filter(
    (name) => name in body && !habits.caps.includes(name),
  )
  if (format !== undefined && !habits.formats.includes(format)) {
    return `This response_format type is unavailable now: ${format}`
  }
  if (format === 'json_object' && habits.needsWordJson && !JSON.stringify(body.messages).includes('json')) {
    return "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
  }
  if (format !== undefined && habits.jsonOnlyWithoutThinking && isThinking({ habits, body })) {
    return 'Json mode response is not supported when enable_thinking is true'
  }
  if (habits.streamOptions === 'refused' && 'stream_options' in body) return 'Unknown field: stream_options'
  if (!habits.takesTemperature && 'temperature' in body)
    return 'temperature: only 1 is allowed for this model'
  return habits.ignoresUnknown || unknown.length === 0 ? null : `Unsupported parameter: '${unknown[0]}'`
}

function isThinking({ habits, body }: Pick<Exchange, 'habits' | 'body'>): boolean {
  if (habits.thinksIn === null) return false
  const [name = '', json] = habits.thinkingStoppedBy?.split('=') ?? []
  return !(name in body && (json === undefined || JSON.stringify(body[name]) === json))
}

/** The answer to a probe's question: JSON that follows the schema only if the server must. */
function probed({ habits, body }: Exchange): string {
  if (textOf(body, 'system').startsWith('You count')) {
    return Array.from({ length: 400 }, (_, index) => index + 1).join(' ')
  }
  const format = (body.response_format as { type?: string } | undefined)?.type
  const hasSchemaInPrompt = !habits.answersNothing && JSON.stringify(body.messages).includes('certainty')
  const follows = hasSchemaInPrompt || (format === 'json_schema' && habits.enforcesSchema)
  return follows ? '{"larger": 12, "smaller": 7, "certainty": "certain"}' : 'Twelve is larger than seven.'
}

function wrapped({ habits }: Exchange, content: string): string {
  if (habits.wraps === 'fences') return `\`\`\`json\n${content}\n\`\`\``
  return habits.wraps === 'sentences'
    ? `Here {as you wished} is it: ${content} I hope that it helps.`
    : content
}

const thoughts = 'I compare {the numbers} first. "12" is more.'

/** Writes an answer as this server does: streamed or not, up to the cap, with or without thoughts. */
function speak(turn: Exchange, content: string, finish: string): void {
  const { habits, body, response } = turn
  const cap = habits.caps.map((name) => Number(body[name])).find((tokens) => tokens > 0)
  const thinks = isThinking(turn)
  const thought = habits.answersInThoughts ? content : thinks ? thoughts : ''
  const inTags =
    habits.thinksIn === 'tags' && thinks ? `<think>\n${thoughts}\n</think>\n\n${content}` : content
  const said = habits.answersInThoughts ? '' : inTags
  const isOver = cap !== undefined && habits.obeysCap && countTokens(said) > cap
  const pieces = (text: string) => text.match(/[\s\S]{1,12}/gu) ?? []
  const shown = isOver ? said.slice(0, cap * 2) : said
  const usage = usageOf(turn, thought + shown)
  const reason = isOver ? 'length' : finish
  const field = habits.thinksIn === 'reasoning' ? 'reasoning' : 'reasoning_content'
  const isApart = thought !== '' && habits.thinksIn !== 'tags'
  if (!habits.streams) {
    const message = { role: 'assistant', content: shown === '' ? null : shown, refusal: null }
    const more = isApart ? { [field]: thought } : {}
    const choices = [{ index: 0, message: { ...message, ...more }, finish_reason: reason, logprobs: null }]
    const whole = { ...frame('chat.completion', body), choices, ...(usage && { usage }) }
    turn.sent.push(whole)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole))
    return
  }
  begin(turn)
  if (isApart) for (const piece of pieces(thought)) write(turn, { [field]: piece })
  for (const piece of pieces(shown)) write(turn, { content: piece })
  write(turn, {}, reason)
  const wanted = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage
  if (usage !== null && wanted === true && habits.streamOptions === 'taken') {
    writeChunk(turn, { ...frame('chat.completion.chunk', body), choices: [], usage })
  }
  response.end('data: [DONE]\n\n')
}

function usageOf({ habits, body }: Exchange, text: string) {
  if (!habits.reportsUsage) return null
  const prompt = countTokens(JSON.stringify(body.messages))
  const completion = Math.max(1, countTokens(text))
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    completion_tokens_details: { reasoning_tokens: isThinking({ habits, body }) ? countTokens(thoughts) : 0 },
  }
}

async function misbehave(turn: Exchange, how: Extract<Step, { does: string }>['does']): Promise<void> {
  const { response } = turn
  if (how === 'hang') return
  if (how === 'reset') {
    response.destroy()
    return
  }
  if (how === 'filter') {
    speak(turn, '', 'content_filter')
    return
  }
  begin(turn)
  if (how === 'refuse') {
    write(turn, { refusal: 'I can not help with that.' })
    write(turn, {}, 'stop')
    response.end('data: [DONE]\n\n')
  } else if (how === 'blank') {
    // Writes blanks up to the cap, then a normal end.
    for (let times = 0; times < 20; times += 1) write(turn, { content: ' '.repeat(50) })
    write(turn, {}, 'stop')
    response.end('data: [DONE]\n\n')
  } else if (how === 'cut') {
    write(turn, { content: '{"verd' })
    setTimeout(() => response.destroy(), 20)
  } else if (how === 'fail inside') {
    write(turn, { content: '{"verd' })
    response.end('data: {"error":{"message":"the engine died","code":500}}\n\n')
  } else await flood(turn, how)
}

/** Writes until the client disconnects. */
async function flood(turn: Exchange, how: 'drip' | 'endless'): Promise<void> {
  while (!turn.response.destroyed) {
    write(turn, { content: how === 'drip' ? 'a' : 'word after word ' })
    await sleep(how === 'drip' ? 30 : 1)
  }
}

function begin(turn: Exchange): void {
  turn.response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  turn.response.write(': waiting for a place\n\n')
  write(turn, { role: 'assistant', content: '' })
}

function write(turn: Exchange, delta: object, finish: string | null = null): void {
  const choices = [{ index: 0, delta, finish_reason: finish, logprobs: null }]
  writeChunk(turn, { ...frame('chat.completion.chunk', turn.body), choices })
}

function writeChunk({ response, sent }: Exchange, chunk: object): void {
  if (sent.length < 10_000) sent.push(chunk)
  response.write(`data: ${JSON.stringify(chunk)}\n\n`)
}

function frame(object: string, { model }: Record<string, unknown>) {
  return { id: 'chatcmpl-1', object, created: 1_767_225_600, model }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

function textOf({ messages }: Record<string, unknown>, role: string): string {
  const all = Array.isArray(messages) ? (messages as { role: string; content: string }[]) : []
  return all.find((each) => each.role === role)?.content ?? ''
}
