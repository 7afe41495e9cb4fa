import { setTimeout as sleep } from 'node:timers/promises'
import { Fault, internalError } from '../../../contract/index.ts'
import { pageTextLengthMax, type Recogniser } from '../recogniser.ts'
import { askedOf, textOfAnswer } from './conversation.ts'
import { pngOf } from './png.ts'

/** A vision model behind the chat completions of OpenAI's API, which most model servers support. */
export interface VisionOptions {
  /** For example `https://api.openai.com/v1`; `/chat/completions` is appended. */
  readonly baseUrl: string
  readonly model: string
  /** Null for servers that need no key. */
  readonly apiKey: string | null
  readonly pagesAtOnce: number
  /** The time limit of one response. The time limit of the call also applies. */
  readonly answerTimeoutMs?: number
  readonly retryPauseMs?: number
}

const attemptsMax = 3
const answerTimeoutDefaultMs = 120_000
const retryPauseDefaultMs = 500
const answerBytesMax = 8 * pageTextLengthMax

/**
 * Reads pages with a vision model. It sends the picture of a page to the one configured address. The
 * response is used only as text: it can't call anything or decide anything.
 */
export function createVisionRecogniser(options: VisionOptions): Recogniser {
  const closing = new AbortController()
  return {
    provider: 'vision',
    pagesAtOnce: options.pagesAtOnce,
    async recognise(draw, callSignal) {
      const signal = AbortSignal.any([callSignal, closing.signal])
      const picture = await draw({ turns: 0, evened: false })
      if (picture === null) return { kind: 'text', text: '', model: options.model }
      const body = JSON.stringify(askedOf(options.model, await pngOf(picture)))
      return { kind: 'text', text: await answerTo(options, body, signal), model: options.model }
    },
    async close() {
      closing.abort(internalError('engine_unavailable'))
    },
  }
}

/** Retries a few times if the server is busy or broken. A refused request is not retried. */
async function answerTo(options: VisionOptions, body: string, signal: AbortSignal): Promise<string> {
  const { answerTimeoutMs = answerTimeoutDefaultMs, retryPauseMs = retryPauseDefaultMs } = options
  for (let attempt = 1; ; attempt++) {
    const timeout = AbortSignal.timeout(answerTimeoutMs)
    try {
      return await ask(options, body, AbortSignal.any([signal, timeout]))
    } catch (error) {
      signal.throwIfAborted()
      const refused = error instanceof Fault
      // After a timeout, a retry would probably time out again, and the model would be paid twice.
      if (refused || timeout.aborted || attempt === attemptsMax) {
        throw refused ? error : internalError('engine_unavailable', { cause: error })
      }
      await sleep(retryPauseMs * 2 ** attempt, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/** Throws a Fault if a retry wouldn't help. */
async function ask({ baseUrl, apiKey }: VisionOptions, body: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body,
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    const passing = response.status === 408 || response.status === 429 || response.status >= 500
    const problem = new Error(`the vision model answered ${response.status}`)
    throw passing ? problem : internalError('engine_unavailable', { cause: problem })
  }
  const text = textOfAnswer(await readWithin(response, answerBytesMax))
  if (text === null) {
    const problem = new Error('the vision model answered no text')
    throw internalError('engine_unavailable', { cause: problem })
  }
  return text
}

async function readWithin(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > bytesMax) {
      const problem = new Error('the vision model answered too much')
      throw internalError('engine_unavailable', { cause: problem })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
