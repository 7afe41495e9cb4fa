/** The usage that a server reports. */
export interface ReportedUsage {
  readonly promptTokens: number
  /** Includes reasoning tokens. */
  readonly completionTokens: number
  readonly reasoningTokens: number
  /** The prompt tokens from a cache, which most providers charge less for. */
  readonly cachedTokens: number
}

/**
 * How an answer ended. `capped` and `blank`: the client disconnected, because the answer exceeded the cap
 * or was only white space. `cut`: the connection ended before the answer did.
 */
export type ReplyEnd = 'stop' | 'length' | 'filtered' | 'capped' | 'blank' | 'cut'

/** A server's answer, collected from its stream. */
export interface Reply {
  readonly content: string
  readonly reasoning: string
  readonly isRefusal: boolean
  readonly end: ReplyEnd
  readonly usage: ReportedUsage | null
}

/** A chunk of a stream, or a complete answer. */
export interface Delta {
  readonly content: string
  readonly reasoning: string
  readonly isRefusal: boolean
  /** Null until the answer ends. */
  readonly finish: 'stop' | 'length' | 'filtered' | null
  readonly usage: ReportedUsage | null
  /** Whether the server reports a failure within its stream. */
  readonly isError: boolean
}

/** Reads one chunk, or a complete answer. Unknown members are ignored. */
export function readDelta(json: unknown): Delta {
  const chunk = objectOf(json)
  const choice = objectOf(listOf(chunk.choices)[0])
  const message = { ...objectOf(choice.message), ...objectOf(choice.delta) }
  const [content, thoughts] = textsOf(message.content)
  const reasoning = [message.reasoning_content, message.reasoning].find(
    (text) => typeof text === 'string' && text !== '',
  )
  return {
    content,
    reasoning: thoughts + (typeof reasoning === 'string' ? reasoning : ''),
    isRefusal: typeof message.refusal === 'string' && message.refusal !== '',
    finish: finishOf(choice.finish_reason),
    usage: readUsage(chunk.usage),
    isError: chunk.error !== undefined && chunk.error !== null,
  }
}

/** The content and the thoughts of a string or a list of parts. */
function textsOf(content: unknown): [string, string] {
  if (typeof content === 'string') return [content, '']
  const parts = listOf(content).map(objectOf)
  const textOf = (part: Record<string, unknown>) => (typeof part.text === 'string' ? part.text : '')
  const thoughts = parts.filter(({ type }) => type === 'thinking')
  const rest = parts.filter(({ type }) => type !== 'thinking')
  return [rest.map(textOf).join(''), thoughts.map(textOf).join('')]
}

function finishOf(reason: unknown): Delta['finish'] {
  if (typeof reason !== 'string' || reason === '') return null
  if (reason === 'length' || reason === 'max_tokens') return 'length'
  return /filter|sensitive|safety/.test(reason) ? 'filtered' : 'stop'
}

/**
 * Null if the server reports no usable numbers. Reasoning counts as completion tokens. Some servers include
 * it only in the total.
 */
export function readUsage(json: unknown): ReportedUsage | null {
  const usage = objectOf(json)
  const [promptTokens, completion] = [countOf(usage.prompt_tokens), countOf(usage.completion_tokens)]
  if (promptTokens === 0 || completion === 0) return null
  const completionTokens = Math.max(completion, countOf(usage.total_tokens) - promptTokens)
  const details = objectOf(usage.completion_tokens_details)
  const cached = countOf(objectOf(usage.prompt_tokens_details).cached_tokens)
  return {
    promptTokens,
    completionTokens,
    reasoningTokens: Math.min(completionTokens, countOf(details.reasoning_tokens)),
    cachedTokens: Math.min(promptTokens, Math.max(cached, countOf(usage.prompt_cache_hit_tokens))),
  }
}

const tokensMax = 100_000_000

function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Math.min(Number(value), tokensMax) : 0
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
