import { setTimeout as sleep } from 'node:timers/promises'
import { internalError, type TaskOwner } from '../../../contract/index.ts'
import { type Clock, type Ids, untilAborted } from '../../../kit/index.ts'
import type { Breaker } from './breaker.ts'
import type { ChatAnswer, ChatRequest } from './chat-model.ts'
import type { Limiter, Slot } from './limiter.ts'
import type { ModelObserver } from './observer.ts'
import { type Question, requestBody, type ServerProfile } from './profile.ts'
import type { Profiles } from './profiles.ts'
import { readAnswer } from './read-answer.ts'
import type { StreamLimits } from './read-stream.ts'
import type { Reply } from './reply.ts'
import type { Sent } from './send.ts'
import { answersMax, createTally, type Tally } from './usage.ts'

/** The settings of questions to the model. */
export interface Asking {
  readonly model: string
  readonly temperature: number | null
  /** The time limit of one question, for all attempts. The wait for a slot doesn't count. */
  readonly timeoutMs: number
  /** Extra tokens for the thoughts of a model whose thinking can't be disabled. */
  readonly thinkingTokensMax: number
  readonly retryPauseMs: number
  readonly profiles: Profiles
  readonly limiter: Limiter
  readonly breaker: Breaker
  readonly observer: ModelObserver
  readonly clock: Clock
  readonly ids: Ids
  send(body: object, limits: StreamLimits, signal: AbortSignal): Promise<Sent>
}

/** The most retries of one question. */
const retriesMax = 5

/** The state of one question: its account, its usage and its remaining time. */
interface Asked<T> {
  readonly asking: Asking
  readonly request: ChatRequest<T>
  readonly signal: AbortSignal
  readonly owner: TaskOwner
  readonly tally: Tally
  profile: ServerProfile
  turns: Question['turns']
  leftMs: number
  retries: number
  hasRepaired: boolean
  hasRenewed: boolean
}

/**
 * Asks until there is a valid answer. An invalid answer is repaired once, with its mistake in the question.
 * Temporary failures are retried. If the server refuses the form, it is probed again.
 */
export async function ask<T>(
  asking: Asking,
  request: ChatRequest<T>,
  signal: AbortSignal,
  owner: TaskOwner,
): Promise<ChatAnswer<T>> {
  const asked: Asked<T> = {
    ...{ asking, request, signal, owner },
    tally: createTally(request),
    profile: await untilAborted(asking.profiles.get(), signal),
    turns: [{ role: 'user', content: request.user }],
    ...{ leftMs: asking.timeoutMs, retries: 0, hasRepaired: false, hasRenewed: false },
  }
  for (;;) {
    const question = questionOf(asked)
    const sent = await sendWithSlot(asked, question)
    if (sent.kind === 'replied') {
      const { reply } = sent
      const used = asked.tally.add(question, reply)
      const read = readAnswer(reply, request)
      const outcome = 'value' in read ? 'answered' : reply.end === 'cut' ? 'cut' : 'invalid'
      asking.observer.metrics.modelReplied({ outcome, ...used })
      if ('value' in read) {
        const { attempts, usageReported } = asked.tally
        return { value: read.value, usage: asked.tally.sum(), attempts, usageReported }
      }
      if (reply.end === 'cut') await pauseBeforeRetry(asked, 'cut', null)
      else repair(asked, reply, read.mistake)
    } else if (sent.kind === 'denied') throw unavailable(`the server denied it with ${sent.status}`)
    else if (sent.kind === 'refused') await renewProfile(asked, sent.status)
    else await pauseBeforeRetry(asked, sent.kind, sent.retryAfterMs)
  }
}

function questionOf({ asking, request, turns, profile }: Asked<unknown>): Question {
  const { model, temperature } = asking
  const { system, schema } = request
  const completionTokensMax = request.completionTokensMax + thinkingTokensOf(asking, profile)
  return { model, temperature, system, schema, turns, completionTokensMax }
}

function thinkingTokensOf({ thinkingTokensMax }: Asking, { thinks }: ServerProfile): number {
  return thinks ? thinkingTokensMax : 0
}

/** Sends one request within the question's remaining time. The limiter schedules accounts fairly. */
async function sendWithSlot(asked: Asked<unknown>, question: Question): Promise<Sent> {
  const { asking, profile, request, signal, owner } = asked
  const { limiter, breaker, clock } = asking
  const slot = await limiter.acquire(owner, signal)
  if (!breaker.admits()) {
    slot.release('other')
    throw unavailable('the server failed too often just now')
  }
  noteState(asking)
  const startedMs = clock.monotonicMs()
  const own = new AbortController()
  const leave = () => own.abort()
  const timer = setTimeout(leave, Math.max(1, asked.leftMs))
  signal.addEventListener('abort', leave, { once: true })
  let sent: Sent | undefined
  try {
    signal.throwIfAborted()
    const { completionTokensMax } = request
    const limits = { completionTokensMax, thinkingTokensMax: thinkingTokensOf(asking, profile) }
    sent = await asking.send(requestBody(question, profile), limits, own.signal)
    return sent
  } catch (error) {
    signal.throwIfAborted()
    throw own.signal.aborted ? unavailable('the server took too long') : error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    const tookMs = clock.monotonicMs() - startedMs
    asked.leftMs -= tookMs
    const outcome = sent?.kind ?? (signal.aborted ? 'aborted' : 'late')
    asking.observer.metrics.modelRequestEnded({ outcome, seconds: tookMs / 1_000 })
    breaker.ended(healthAfter(sent, signal.aborted))
    release(slot, sent)
    noteState(asking)
  }
}

function release(slot: Slot, sent: Sent | undefined): void {
  if (sent?.kind === 'busy') slot.release('busy', sent.retryAfterMs ?? 0)
  else slot.release(isWhole(sent) ? 'answered' : 'other')
}

function noteState({ observer, limiter, breaker }: Asking): void {
  observer.metrics.modelState({ ...limiter.state(), breaker: breaker.state() })
}

function isWhole(sent: Sent | undefined): boolean {
  return sent?.kind === 'replied' && sent.reply.end !== 'cut'
}

/** The health of the server after a request. No response means a timeout, or that the caller left. */
function healthAfter(sent: Sent | undefined, hasLeft: boolean): 'well' | 'failed' | 'unclear' {
  if (sent === undefined) return hasLeft ? 'unclear' : 'failed'
  if (sent.kind === 'busy' || sent.kind === 'refused') return 'unclear'
  return isWhole(sent) ? 'well' : 'failed'
}

/** Adds the mistake to the next question. Rejects if the answer was repaired before. */
function repair(asked: Asked<unknown>, { end, content }: Reply, mistake: string): void {
  if (end === 'filtered') throw unavailable('the server filtered the answer')
  if (asked.hasRepaired || asked.tally.attempts >= answersMax) throw unavailable('it gave no valid answer')
  asked.hasRepaired = true
  const { user } = asked.request
  const again = `Your last answer can't be used: ${mistake.slice(0, mistakeCharactersMax)}
Answer the question again, with the complete corrected json object and nothing else.`
  const canBeShown = end === 'stop' && content.trim() !== ''
  asked.turns = canBeShown
    ? [
        { role: 'user', content: user },
        { role: 'assistant', content },
        { role: 'user', content: again },
      ]
    : [{ role: 'user', content: `${user}\n\n${again}` }]
}

const mistakeCharactersMax = 600

/** Probes the server again, at most once per question: it accepted this form before. */
async function renewProfile(asked: Asked<unknown>, status: number): Promise<void> {
  if (asked.hasRenewed) throw unavailable(`the server refused it with ${status}`)
  asked.hasRenewed = true
  asked.profile = await untilAborted(asked.asking.profiles.renewed(asked.profile), asked.signal)
}

/** Waits before a retry. Rejects if no time or no retry is left. */
async function pauseBeforeRetry(
  asked: Asked<unknown>,
  why: 'busy' | 'down' | 'cut',
  retryAfterMs: number | null,
): Promise<void> {
  const { asking, signal } = asked
  asked.retries += 1
  const backoffMs = asking.retryPauseMs * 2 ** (asked.retries - 1)
  const pauseMs = Math.max(retryAfterMs ?? 0, backoffMs * (0.5 + jitter(asking.ids)))
  const isOver = asked.retries > retriesMax || asked.tally.attempts >= answersMax
  if (isOver || pauseMs >= asked.leftMs) throw unavailable(`the server is ${why}`)
  asked.leftMs -= pauseMs
  // The limiter already delays requests to a busy server with a retry time, so no sleep is needed.
  if (retryAfterMs === null || why !== 'busy') await sleep(pauseMs, undefined, { signal })
}

/** A random number from 0 to 1, so that failed calls don't retry simultaneously. */
function jitter(ids: Ids): number {
  return (ids.bytes(1)[0] ?? 0) / 256
}

/** A fault for the log. `why` must not quote a prompt or an answer. */
export function unavailable(why: string, cause?: unknown): Error {
  const options = { internal: `model: ${why}`, ...(cause !== undefined && { cause }) }
  return internalError('engine_unavailable', options)
}
