import { Fault, internalError, type TaskOwner } from '../../../contract/index.ts'
import { type Clock, type Ids, randomIds, silentLog, systemClock, WaitedTooLong } from '../../../kit/index.ts'
import { type Asking, ask, unavailable } from './ask.ts'
import { createBreaker } from './breaker.ts'
import type { ChatModel } from './chat-model.ts'
import { assertFlat } from './json-schema.ts'
import { createLimiter, LimiterFull } from './limiter.ts'
import type { ModelObserver } from './observer.ts'
import { ProbeFailed, probeServer } from './probe.ts'
import { requestBody } from './profile.ts'
import { createProfiles } from './profiles.ts'
import { type ServerAddress, sendRequest } from './send.ts'
import { promptTokensMaxOf } from './usage.ts'

export type { ChatAnswer, ChatModel, ChatRequest } from './chat-model.ts'

export interface ChatModelOptions extends ServerAddress {
  readonly model: string
  /** Null: the server's default. */
  readonly temperature?: number | null
  /** The time limit of one question, for all attempts. The wait for a slot doesn't count. */
  readonly timeoutMs?: number
  /** The most concurrent requests. The limiter lowers it while the server is overloaded. */
  readonly concurrencyMax?: number
  /** Extra tokens for the thoughts of a model whose thinking can't be disabled. */
  readonly thinkingTokensMax?: number
  readonly observer?: ModelObserver
  readonly clock?: Clock
  readonly ids?: Ids
  /** Probe the server at startup instead of at the first question. */
  readonly probesAtStart?: boolean
  /** The pause before the first retry. It doubles with each further retry. */
  readonly retryPauseMs?: number
}

/** The most questions that wait for a slot; further questions are refused. */
const waitingMax = 1_000
const probeTimeoutMs = 120_000
const withoutOwner: TaskOwner = { key: '', waiting: () => {}, working: () => {} }
const silent: ModelObserver = {
  log: silentLog,
  metrics: { modelRequestEnded: () => {}, modelReplied: () => {}, modelState: () => {} },
}

/**
 * A model behind the OpenAI Chat Completions API, which most model servers support. The server is probed at
 * startup or at the first question, and its profile is cached.
 */
export function createChatModel(options: ChatModelOptions): ChatModel {
  const { clock = systemClock(), observer = silent, retryPauseMs = 500, timeoutMs = 45_000 } = options
  const closing = new AbortController()
  const { model, temperature = null, concurrencyMax: slotsMax = 16 } = options
  const probe = () =>
    probeServer({ model, temperature, pauseMs: retryPauseMs, send: probeSender(options, closing) })
  const asking: Asking = {
    ...{ model, temperature, timeoutMs, retryPauseMs, observer, clock },
    thinkingTokensMax: options.thinkingTokensMax ?? 4_096,
    ids: options.ids ?? randomIds(),
    profiles: createProfiles(probe, clock, observer.log),
    limiter: createLimiter({ slotsMax, waitingMax, patienceMs: timeoutMs, clock }),
    breaker: createBreaker(clock, (state) =>
      observer.log.warn({ state }, 'the breaker of the model changed'),
    ),
    send: (body, limits, signal) => sendRequest(options, body, limits, signal),
  }
  // If the server is unreachable, the first question probes it again. The cause is logged.
  if (options.probesAtStart === true) asking.profiles.get().catch(() => {})
  const checked = new WeakSet<object>()
  const running = new Set<AbortController>()
  return {
    name: model,
    async ask(request, signal, owner = withoutOwner) {
      if (closing.signal.aborted) throw unavailable('it is closed')
      const { schema } = request.schema
      if (!checked.has(schema)) assertFlat(schema)
      checked.add(schema)
      const own = new AbortController()
      const leave = () => own.abort(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      running.add(own)
      try {
        return await ask(asking, request, own.signal, owner)
      } catch (error) {
        throw faultFor(error, signal)
      } finally {
        running.delete(own)
        signal.removeEventListener('abort', leave)
      }
    },
    promptTokensMax: promptTokensMaxOf,
    async close() {
      closing.abort()
      for (const each of running) each.abort(unavailable('it was closed'))
    },
  }
}

/** Sends the questions of a probe, under a common time limit. */
function probeSender(
  address: ServerAddress,
  closing: AbortController,
): Parameters<typeof probeServer>[0]['send'] {
  let signal: AbortSignal | undefined
  return (question, form, limits) => {
    signal ??= AbortSignal.any([closing.signal, AbortSignal.timeout(probeTimeoutMs)])
    return sendRequest(address, requestBody(question, form), limits, signal)
  }
}

/** The fault contains no text of a prompt, an answer or a server. */
function faultFor(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Fault) return error
  if (signal.aborted)
    return internalError('timeout', { internal: 'model: the call ended first', cause: error })
  if (error instanceof LimiterFull || error instanceof ProbeFailed || error instanceof WaitedTooLong) {
    return unavailable(error.message, error)
  }
  return unavailable('it failed', error)
}
