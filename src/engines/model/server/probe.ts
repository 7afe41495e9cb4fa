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

/** Sends one question in a form. Rejects only if its time is over. */
export type SendProbe = (question: Question, form: Understood, limits: StreamLimits) => Promise<Sent>

export interface ProbeOptions {
  readonly model: string
  readonly temperature: number | null
  readonly send: SendProbe
  /** The pause between two attempts at a busy or failing server. */
  readonly pauseMs?: number
}

/** The result of a probe, and the number of its requests. */
export interface Probed {
  readonly profile: ServerProfile
  /** False if no form produced an answer that follows the schema, even with the schema as text. */
  readonly followsSchema: boolean
  readonly requests: number
}

/** The server is unusable. `said` is the start of its error, which concerns only the probe. */
export class ProbeFailed extends Error {
  override readonly name = 'ProbeFailed'
  readonly quotesNothing = true
  readonly kind: Exclude<Sent['kind'], 'replied'>
  /** Null without a response. */
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

/** The most forms to try: each alternative once, and the restored ones. */
const formsMax = 16
const triesMax = 3
const answerTokensMax = 400
/** A thinking model needs these tokens to reach its answer. */
const thinkingTokensMax = 2_048

/**
 * Determines a server's features with small questions without personal data. It first finds a form that the
 * server accepts and whose answer follows the schema. Then it disables thinking and finds a token cap that
 * the server obeys.
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

/** An accepted form, with its answer. */
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
 * Changes the form until the server accepts it. It first changes what the error names, else one feature
 * after the other. At the end, it restores the guessed changes that weren't needed.
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

/** The previous values of a change's members. */
function pick(form: Understood, change: Partial<Understood>): Partial<Understood> {
  return Object.fromEntries(Object.keys(change).map((key) => [key, form[key as keyof Understood]]))
}

/** Some servers answer 500 to unknown members. An unreachable server doesn't indicate a wrong form. */
function mayBeTheForm(sent: Exclude<Sent, { kind: 'replied' }>): boolean {
  return sent.kind === 'refused' || (sent.kind === 'down' && sent.status !== null)
}

/** The change that an error asks for; null if it names no known member. */
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
  // Skips the last guess, which made the form work.
  for (const before of guesses.slice(0, -1)) {
    const tried = await tryForm(options, { ...best.form, ...before })
    if (tried.kind === 'replied' && tried.isValid) best = tried
  }
  return best
}

/** The first switch that disables thinking; else `effort_low` if it works; else no change. */
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

/** On some servers, thinking conflicts with a schema. Without thinking, a stricter mode may work. */
async function betterMode(options: ProbeOptions, quiet: Taken): Promise<Taken> {
  if (hasThought(quiet.reply)) return quiet
  for (const schemaMode of schemaModes.slice(0, schemaModes.indexOf(quiet.form.schemaMode))) {
    const tried = await tryForm(options, { ...quiet.form, schemaMode })
    if (tried.kind === 'replied' && tried.isValid && !hasThought(tried.reply)) return tried
  }
  return quiet
}

/** The name of the token cap that the server obeys. */
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

/** Tests a form. Without enforcement of the schema, the model can't guess its member names. */
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

/** The longest pause for a busy server during a probe. */
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
