import type { Registry } from 'prom-client'

/** The metrics of a model. Labels are closed sets; nothing of a prompt or an answer. */
export interface ModelMetrics {
  /** One request to the model's server, successful or not. */
  modelRequestEnded(request: { outcome: string; seconds: number }): void
  /** An answer of the model and its usage; `source`: reported by the server, or counted here. */
  modelReplied(reply: ModelReply): void
  /** The current use of the server. */
  modelState(state: ModelState): void
}

interface ModelReply {
  readonly outcome: 'answered' | 'invalid' | 'cut'
  readonly source: 'reported' | 'counted'
  readonly promptTokens: number
  /** Of the prompt. */
  readonly cachedTokens: number
  readonly completionTokens: number
  /** Of the completion. */
  readonly reasoningTokens: number
}

interface ModelState {
  /** The maximum number of concurrent requests. */
  readonly slots: number
  readonly working: number
  readonly waiting: number
  readonly breaker: 'closed' | 'half_open' | 'open'
}

const breakerNumbers = { closed: 0, half_open: 1, open: 2 }

/** The counters are created at the first request: without a model there is nothing to show. */
export function modelMetrics(
  { Counter, Gauge, Histogram }: typeof import('prom-client'),
  registers: Registry[],
): ModelMetrics {
  let counters: ReturnType<typeof make> | undefined
  const make = () => ({
    requests: new Histogram({
      name: 'recruiter_model_request_seconds',
      help: 'Time of requests to the server of the model, by what became of them.',
      labelNames: ['outcome'],
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60],
      registers,
    }),
    replies: new Counter({
      name: 'recruiter_model_replies_total',
      help: 'Answers of the model, by whether they could be used.',
      labelNames: ['outcome'],
      registers,
    }),
    tokens: new Counter({
      name: 'recruiter_model_tokens_total',
      help: 'Tokens that the model used, all attempts: prompt (cached ones too) and completion (with reasoning).',
      labelNames: ['kind', 'source'],
      registers,
    }),
    slots: new Gauge({ name: 'recruiter_model_slots', help: 'Requests that may be under way.', registers }),
    working: new Gauge({ name: 'recruiter_model_working', help: 'Requests under way.', registers }),
    waiting: new Gauge({ name: 'recruiter_model_waiting', help: 'Questions that wait.', registers }),
    breaker: new Gauge({
      name: 'recruiter_model_breaker',
      help: 'Circuit breaker of the model: 0 closed, 1 half open, 2 open.',
      registers,
    }),
  })
  const all = () => {
    counters ??= make()
    return counters
  }
  return {
    modelRequestEnded: ({ outcome, seconds }) => all().requests.observe({ outcome }, seconds),
    modelReplied({ outcome, source, promptTokens, cachedTokens, completionTokens, reasoningTokens }) {
      all().replies.inc({ outcome })
      const kinds = {
        prompt: promptTokens,
        cached_prompt: cachedTokens,
        completion: completionTokens,
        reasoning: reasoningTokens,
      }
      for (const [kind, tokens] of Object.entries(kinds)) all().tokens.inc({ kind, source }, tokens)
    },
    modelState({ slots, working, waiting, breaker }) {
      all().slots.set(slots)
      all().working.set(working)
      all().waiting.set(waiting)
      all().breaker.set(breakerNumbers[breaker])
    },
  }
}
