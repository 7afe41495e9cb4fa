import type { TaskOwner } from '../../../contract/index.ts'
import {
  type ChatAnswer,
  type ChatModel,
  type ChatModelOptions,
  type ChatRequest,
  createChatModel,
} from './chat.ts'
import { type FakeServer, type Habits, type Step, startFakeServer } from './fake-server.test-support.ts'
import { type Probed, probeServer } from './probe.ts'
import { requestBody } from './profile.ts'
import { sendRequest } from './send.ts'

/** A question to a new model and server, which are closed afterwards. */

export interface Verdict {
  readonly verdict: 'met' | 'not_met'
  readonly years: number
}

export const verdict = '{"verdict": "met", "years": 3}'

export const question: ChatRequest<Verdict> = {
  system: 'You judge a resume.',
  user: '候选人：2019 年至今，Java 开发工程师。',
  schema: {
    name: 'verdict',
    schema: {
      type: 'object',
      properties: { verdict: { type: 'string', enum: ['met', 'not_met'] }, years: { type: 'integer' } },
      required: ['verdict', 'years'],
      additionalProperties: false,
    },
  },
  check: (value) => ({ value: value as Verdict }),
  completionTokensMax: 200,
}

const stops: (() => Promise<void>)[] = []

/** Must run after each test. */
export async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0)) await stop()
}

export async function startServer(habits?: Partial<Habits>, steps?: readonly Step[]): Promise<FakeServer> {
  const server = await startFakeServer(habits, steps)
  stops.push(server.close)
  return server
}

const atServer = (baseUrl: string, more: Partial<ChatModelOptions>): ChatModelOptions => ({
  ...{ baseUrl, apiKey: 'secret', model: 'some-model', retryPauseMs: 5 },
  ...more,
})

export function modelAt({ baseUrl }: { baseUrl: string }, more: Partial<ChatModelOptions> = {}): ChatModel {
  const model = createChatModel(atServer(baseUrl, more))
  stops.push(model.close)
  return model
}

export const never = new AbortController().signal

export function askFor(
  model: ChatModel,
  more: Partial<ChatRequest<Verdict>> = {},
  signal = never,
  owner?: TaskOwner,
): Promise<ChatAnswer<Verdict>> {
  return model.ask({ ...question, ...more }, signal, owner)
}

export function probeNow(
  { baseUrl }: { baseUrl: string },
  { temperature = null }: { temperature?: number | null } = {},
): Promise<Probed> {
  return probeServer({
    ...{ model: 'some-model', temperature, pauseMs: 1 },
    send: (asked, form, limits) =>
      sendRequest({ baseUrl, apiKey: null }, requestBody(asked, form), limits, never),
  })
}

/** For use with `toMatchObject`. */
export const unavailable = { code: 'internal_error', members: { detail: { reason: 'engine_unavailable' } } }
export const timedOut = { code: 'internal_error', members: { detail: { reason: 'timeout' } } }
