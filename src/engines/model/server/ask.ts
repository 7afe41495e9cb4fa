import { setTimeout as sleep } from 'node:timers/promises'
import { internalError, type TaskOwner } from '../../../contract/index.ts'
import { type Clock, type Ids, untilAborted } from '../../../kit/index.ts'
import type { Breaker } from './breaker.ts'
import type { ChatAnswer, ChatRequest } from './chat-model.ts'
import type { Limiter, Slot } from './limiter.ts'
import { type Question, requestBody, type ServerProfile } from './profile.ts'
import type { Profiles } from './profiles.ts'
import { readAnswer } from './read-answer.ts'
import type { StreamLimits } from './read-stream.ts'
import type { Reply } from './reply.ts'
import type { Sent } from './send.ts'
import { answersMax, createTally, type Tally } from './usage.ts'
import type { ModelWitness } from './witness.ts'

/** What a question to the model is asked with. */
export interface Asking {
  readonly model: string
  readonly temperature: number | null
  /** For one question with all its attempts, without what it waits for others. */
  readonly timeoutMs: number
  /** What a model that can't be kept from thinking may think, beside the answer. */
  readonly thinkingTokensMax: number
  readonly retryPauseMs: number
  readonly profiles: Profiles
  readonly limiter: Limiter
  readonly breaker: Breaker
  readonly witness: ModelWitness
  readonly clock: Clock
  readonly ids: Ids
  send(body: object, limits: StreamLimits, signal: AbortSignal): Promise<Sent>
}

/** Requests of one question that a busy or broken server may leave unanswered. */
const retriesMax = 5

/** One question: whose it is, what it used, and what it has left. */
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
 * Asks until there is a valid answer: after a mistake once more, with the mistake; after a failure that may
 * pass a few times; and in another form where the server no longer takes this one.
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
    const sent = await sendInTurn(asked, question)
    if (sent.kind === 'replied') {
      const { reply } = sent
      const used = asked.tally.add(question, reply)
      const read = readAnswer(reply, request)
      const outcome = 'value' in read ? 'answered' : reply.end === 'cut' ? 'cut' : 'invalid'
      asking.witness.metrics.modelReplied({ outcome, ...used })
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

/** Sends one request in the turn of its account, for as long as the question has. */
async function sendInTurn(asked: Asked<unknown>, question: Question): Promise<Sent> {
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
    asking.witness.metrics.modelRequestEnded({ outcome, seconds: tookMs / 1_000 })
    breaker.ended(healthAfter(sent, signal.aborted))
    release(slot, sent)
    noteState(asking)
  }
}

function release(slot: Slot, sent: Sent | undefined): void {
  if (sent?.kind === 'busy') slot.release('busy', sent.retryAfterMs ?? 0)
  else slot.release(isWhole(sent) ? 'answered' : 'other')
}

function noteState({ witness, limiter, breaker }: Asking): void {
  witness.metrics.modelState({ ...limiter.state(), breaker: breaker.state() })
}

function isWhole(sent: Sent | undefined): boolean {
  return sent?.kind === 'replied' && sent.reply.end !== 'cut'
}

/** What a request says about its server; undefined: it took longer than we had, or its caller left. */
function healthAfter(sent: Sent | undefined, hasLeft: boolean): 'well' | 'failed' | 'unclear' {
  if (sent === undefined) return hasLeft ? 'unclear' : 'failed'
  if (sent.kind === 'busy' || sent.kind === 'refused') return 'unclear'
  return isWhole(sent) ? 'well' : 'failed'
}

/** Makes the next question the repaired one; rejects where it was repaired before. */
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

/** The server took this form before: it is probed again, once for a question. */
async function renewProfile(asked: Asked<unknown>, status: number): Promise<void> {
  if (asked.hasRenewed) throw unavailable(`the server refused it with ${status}`)
  asked.hasRenewed = true
  asked.profile = await untilAborted(asked.asking.profiles.renewed(asked.profile), asked.signal)
}

/** Waits before the same is sent again; rejects where there is no time or no try left. */
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
  // A busy server that said how long gets nothing before: to wait for the next slot is the pause.
  if (retryAfterMs === null || why !== 'busy') await sleep(pauseMs, undefined, { signal })
}

/** 0 up to 1: calls that failed together don't come back together. */
function jitter(ids: Ids): number {
  return (ids.bytes(1)[0] ?? 0) / 256
}

/** `why` is for the log: a sentence of ours, nothing of a prompt or an answer. */
export function unavailable(why: string, cause?: unknown): Error {
  const options = { internal: `model: ${why}`, ...(cause !== undefined && { cause }) }
  return internalError('engine_unavailable', options)
}
