import { readReply, type StreamLimits } from './read-stream.ts'
import type { Reply } from './reply.ts'
import { retryAfterMs } from './retry-after.ts'

/** The address of a model server, and its API key. */
export interface ServerAddress {
  /** For example `https://api.openai.com/v1`; `/chat/completions` is appended. */
  readonly baseUrl: string
  /** Null for servers without authentication. */
  readonly apiKey: string | null
}

/**
 * The outcome of a request. `busy`: too many requests; retry later. `down`: the server or the network
 * failed. `refused`: the server rejects this form of request. `denied`: the server rejects all requests.
 */
export type Sent =
  | { readonly kind: 'replied'; readonly reply: Reply }
  | { readonly kind: 'busy'; readonly retryAfterMs: number | null }
  | { readonly kind: 'down'; readonly status: number | null; readonly retryAfterMs: number | null }
  | { readonly kind: 'refused'; readonly status: number; readonly said: string }
  | { readonly kind: 'denied'; readonly status: number; readonly said: string }

/** Sends one request and reads its answer. Rejects only if the signal aborted. */
export async function sendRequest(
  { baseUrl, apiKey }: ServerAddress,
  body: object,
  limits: StreamLimits,
  signal: AbortSignal,
): Promise<Sent> {
  let response: Response
  try {
    response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    })
  } catch {
    signal.throwIfAborted()
    return { kind: 'down', status: null, retryAfterMs: null }
  }
  if (response.ok) return { kind: 'replied', reply: await readReply(response, limits, signal) }
  const said = await readStart(response)
  signal.throwIfAborted()
  return failureOf(response, said)
}

const saidBytesMax = 16_384

/** The start of an error's body. */
async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      bytes += chunk.length
      if (bytes > saidBytesMax) break
    }
  } catch {
    // Returns the text received so far.
  }
  return text
}

/** The account has no balance. Some providers answer 429, but waiting doesn't help. */
const withoutMoney = /insufficient_(?:quota|balance)|billing|"1113"|exceeded_current_quota/

function failureOf({ status, headers }: Response, said: string): Sent {
  const later = retryAfterMs(headers)
  if (status === 429 && !withoutMoney.test(said)) return { kind: 'busy', retryAfterMs: later }
  if (status === 408 || status === 409 || status >= 500) return { kind: 'down', status, retryAfterMs: later }
  if (status === 400 || status === 422) return { kind: 'refused', status, said }
  return { kind: 'denied', status, said }
}
