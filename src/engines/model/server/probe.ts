import { setTimeout as sleep } from 'node:timers/promises'
import { countTokens } from '../../builtin/text/index.ts'
import {
  type CapName,
  capNames,
  type Question,
  type ServerProfile,
  schemaModes,
  thinkingSwitches,
  type Understood,
} from './profile.ts'
import { hasThought, readAnswer } from './read-answer.ts'
import type { StreamLimits } from './read-stream.ts'
import type { Reply } from './reply.ts'
import type { Sent } from './send.ts'

/** Sends one question in a form; rejects only where its time is over. */
export type SendProbe = (question: Question, form: Understood, limits: StreamLimits) => Promise<Sent>

export interface ProbeOptions {
  readonly model: string
  readonly temperature: number | null
  readonly send: SendProbe
  /** Between two attempts at a server that is busy or broken. */
  readonly pauseMs?: number
}

/** What a probe found out, and what it took. */
export interface Probed {
  readonly profile: ServerProfile
  /** False where no form got an answer that follows the schema, even as text. */
  readonly followsSchema: boolean
  readonly requests: number
}

/** A server that can't be used; `said` is the beginning of its error, about nothing but the probe. */
export class ProbeFailed extends Error {
  override readonly name = 'ProbeFailed'
  readonly quotesNothing = true
  readonly kind: Exclude<Sent['kind'], 'replied'>
  /** Null where no answer came at all. */
  readonly status: number | null
  readonly said: string

  constructor(sent: Exclude<Sent, { kind: 'replied' }>) {
    const status = sent.kind === 'busy' ? 429 : sent.status
    super(`the server of the model answered the probe ${status === null ? 'nothing' : `with ${status}`}`)
    this.kind = sent.kind
    this.status = status
    this.said = 'said' in sent ? sent.said : ''
  }
}

/** Forms tried at most: every alternative once, and back. */
const formsMax = 16
const triesMax = 3
const answerTokensMax = 400
/** A model that thinks gets room for it, so that it comes to an answer. */
const thinkingTokensMax = 2_048

/**
 * Finds out by small questions, without personal data, what a server understands: first a form
 * that it takes and whose answer follows the schema, then how to stop its thinking, then which cap it obeys.
 */
export async function probeServer(options: ProbeOptions): Promise<Probed> {
  let requests = 0
  const counted = {
    ...options,
    send: (...args: Parameters<SendProbe>) => {
      requests += 1
      return options.send(...args)
    },
  }
  const agreed = await agreeOnForm(counted)
  const quiet = hasThought(agreed.reply)
    ? await betterMode(counted, await stopThinking(counted, agreed))
    : agreed
  const cap = await findCap(counted, quiet.form)
  return {
    profile: {
      ...quiet.form,
      ...cap,
      usageReported: quiet.reply.usage !== null,
      thinks: hasThought(quiet.reply),
    },
    followsSchema: quiet.isValid,
    requests,
  }
}

/** A form that the server took, with its answer. */
interface Taken {
  readonly form: Understood
  readonly reply: Reply
  readonly isValid: boolean
}

const firstForm: Understood = {
  schemaMode: 'json_schema',
  capName: 'max_completion_tokens',
  usageOption: true,
  thinkingSwitch: 'none',
  temperatureTaken: true,
}

/**
 * Changes the form until it is taken: what an error names first, else one thing after the other. What was
 * given up without being named, and wasn't the reason, is tried once more at the end.
 */
async function agreeOnForm(options: ProbeOptions): Promise<Taken> {
  let form = firstForm
  const guesses: Partial<Understood>[] = []
  let unfollowed: Taken | undefined
  for (let tries = 0; tries < formsMax; tries += 1) {
    const taken = await tryForm(options, form)
    if (taken.kind === 'replied' && taken.isValid) return restore(options, taken, guesses)
    if (taken.kind === 'replied') unfollowed = taken
    else if (!mayBeTheForm(taken)) throw new ProbeFailed(taken)
    const change = taken.kind === 'replied' ? nextMode(form) : named(form, taken)
    const guess = change ?? guessed(form)
    if (guess === null || (taken.kind === 'replied' && change === null)) {
      if (unfollowed !== undefined) return unfollowed
      if (taken.kind !== 'replied') throw new ProbeFailed(taken)
    }
    if (change === null && guess !== null) guesses.push(pick(form, guess))
    form = { ...form, ...guess }
  }
  if (unfollowed !== undefined) return unfollowed
  throw new ProbeFailed({ kind: 'refused', status: 400, said: '' })
}

/** What the members of a change were before it. */
function pick(form: Understood, change: Partial<Understood>): Partial<Understood> {
  return Object.fromEntries(Object.keys(change).map((key) => [key, form[key as keyof Understood]]))
}

/** Some servers answer 500 to what they don't know. One that can't be reached is none of the form's doing. */
function mayBeTheForm(sent: Exclude<Sent, { kind: 'replied' }>): boolean {
  return sent.kind === 'refused' || (sent.kind === 'down' && sent.status !== null)
}

/** The change that an error asks for; null where it names nothing that can be changed. */
function named(form: Understood, sent: Sent): Partial<Understood> | null {
  const said = 'said' in sent ? sent.said.toLowerCase() : ''
  if (form.thinkingSwitch === 'none' && said.includes('enable_thinking')) {
    return { thinkingSwitch: 'enable_thinking_false' }
  }
  if (form.usageOption && /stream_options|include_usage/.test(said)) return { usageOption: false }
  if (form.temperatureTaken && said.includes('temperature')) return { temperatureTaken: false }
  if (form.capName === 'max_completion_tokens' && said.includes('max_completion_tokens')) {
    return { capName: 'max_tokens' }
  }
  return /response_format|json_schema|json_object|schema|structured|grammar/.test(said)
    ? nextMode(form)
    : null
}

function nextMode({ schemaMode }: Understood): Partial<Understood> | null {
  const next = schemaModes[schemaModes.indexOf(schemaMode) + 1]
  return next === undefined ? null : { schemaMode: next }
}

function guessed(form: Understood): Partial<Understood> | null {
  if (form.usageOption) return { usageOption: false }
  if (form.capName === 'max_completion_tokens') return { capName: 'max_tokens' }
  if (form.temperatureTaken) return { temperatureTaken: false }
  return nextMode(form)
}

async function restore(
  options: ProbeOptions,
  taken: Taken,
  guesses: readonly Partial<Understood>[],
): Promise<Taken> {
  let best = taken
  // The last guess was the one that helped.
  for (const before of guesses.slice(0, -1)) {
    const tried = await tryForm(options, { ...best.form, ...before })
    if (tried.kind === 'replied' && tried.isValid) best = tried
  }
  return best
}

/** The first switch by which the model answers without thinking; else the one that is left, if any. */
async function stopThinking(options: ProbeOptions, agreed: Taken): Promise<Taken> {
  let best = agreed
  for (const thinkingSwitch of thinkingSwitches) {
    if (thinkingSwitch === agreed.form.thinkingSwitch) continue
    const tried = await tryForm(options, { ...agreed.form, thinkingSwitch })
    if (tried.kind !== 'replied' || tried.isValid < agreed.isValid) continue
    if (!hasThought(tried.reply)) return tried
    if (thinkingSwitch === 'effort_low') best = tried
  }
  return best
}

/** Thinking and a schema disturb each other on some servers: once it is off, a stricter mode may work. */
async function betterMode(options: ProbeOptions, quiet: Taken): Promise<Taken> {
  if (hasThought(quiet.reply)) return quiet
  for (const schemaMode of schemaModes.slice(0, schemaModes.indexOf(quiet.form.schemaMode))) {
    const tried = await tryForm(options, { ...quiet.form, schemaMode })
    if (tried.kind === 'replied' && tried.isValid && !hasThought(tried.reply)) return tried
  }
  return quiet
}

/** The name under which the server obeys a cap. */
async function findCap(
  options: ProbeOptions,
  form: Understood,
): Promise<Pick<ServerProfile, 'capName' | 'capObeyed'>> {
  for (const capName of [form.capName, ...capNames.filter((name) => name !== form.capName)]) {
    if (await obeysCap(options, { ...form, capName })) return { capName, capObeyed: true }
  }
  return { capName: form.capName, capObeyed: false }
}

const shortTokensMax = 32

async function obeysCap(options: ProbeOptions, form: Understood & { capName: CapName }): Promise<boolean> {
  const { model, temperature } = options
  const question: Question = {
    ...{ model, temperature, schema: null, completionTokensMax: shortTokensMax },
    system: 'You count.',
    turns: [{ role: 'user', content: 'Write the numbers from 1 to 400, with a space between them.' }],
  }
  const limits = { completionTokensMax: 4 * shortTokensMax, thinkingTokensMax: 0 }
  const sent = await sendPatiently(options, question, form, limits)
  if (sent.kind !== 'replied') return false
  const { end, content, reasoning, usage } = sent.reply
  if (end === 'length') return true
  const seen = Math.max(usage?.completionTokens ?? 0, countTokens(content) + countTokens(reasoning))
  return end !== 'capped' && seen <= 2 * shortTokensMax
}

const sum = {
  name: 'comparison',
  schema: {
    type: 'object',
    properties: {
      larger: { type: 'integer' },
      smaller: { type: 'integer' },
      certainty: { type: 'string', enum: ['certain', 'uncertain'] },
    },
    required: ['larger', 'smaller', 'certainty'],
    additionalProperties: false,
  },
}

/** A server that doesn't enforce the schema can't guess the names of its members. */
async function tryForm(
  options: ProbeOptions,
  form: Understood,
): Promise<({ kind: 'replied' } & Taken) | Exclude<Sent, { kind: 'replied' }>> {
  const { model, temperature } = options
  const question: Question = {
    ...{ model, temperature, schema: sum, completionTokensMax: answerTokensMax + thinkingTokensMax },
    system: 'You compare numbers.',
    turns: [{ role: 'user', content: 'Which is larger, 12 or 7?' }],
  }
  const limits = { completionTokensMax: answerTokensMax, thinkingTokensMax }
  const sent = await sendPatiently(options, question, form, limits)
  if (sent.kind !== 'replied') return sent
  const read = readAnswer(sent.reply, { schema: sum, check: (value) => ({ value }) })
  return { kind: 'replied', form, reply: sent.reply, isValid: 'value' in read }
}

/** The longest that a busy server is waited for while it is probed. */
const pauseMaxMs = 10_000

async function sendPatiently(
  { send, pauseMs = 500 }: ProbeOptions,
  question: Question,
  form: Understood,
  limits: StreamLimits,
): Promise<Sent> {
  for (let attempt = 1; ; attempt += 1) {
    const sent = await send(question, form, limits)
    const isCut = sent.kind === 'replied' && sent.reply.end === 'cut'
    if (attempt === triesMax || !(sent.kind === 'busy' || sent.kind === 'down' || isCut)) return sent
    const asked = 'retryAfterMs' in sent ? (sent.retryAfterMs ?? 0) : 0
    await sleep(Math.min(pauseMaxMs, Math.max(asked, pauseMs * 2 ** (attempt - 1))))
  }
}
