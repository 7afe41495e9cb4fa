import { countTokens } from '../../builtin/text/index.ts'
import { type Delta, type Reply, type ReplyEnd, readDelta } from './reply.ts'

/** The limits of an answer. Beyond them, the connection is closed. */
export interface StreamLimits {
  readonly completionTokensMax: number
  /** Extra tokens for thoughts. */
  readonly thinkingTokensMax: number
}

/** The longest run of white space in an answer. Some models write blanks until the cap. */
const blanksMax = 400
/**
 * Tokens are counted in portions of this size. Counting after each token would cost more than counting the
 * text once.
 */
const countedCharacters = 240
/** The wait for usage after the end of the answer. */
const usageWaitMs = 2_000
/** Includes the JSON around each token, and the padding that some servers add to hide the length. */
const bytesPerToken = 4_096
const bytesMin = 1 << 20

/**
 * Reads an answer, streamed or not, and disconnects once it exceeds the cap. Rejects only if the signal
 * aborted. A broken connection gives a cut answer.
 */
export async function readReply(
  response: Response,
  limits: StreamLimits,
  signal: AbortSignal,
): Promise<Reply> {
  const gathered = gather(limits)
  const bytesMax = bytesMin + bytesPerToken * (limits.completionTokensMax + limits.thinkingTokensMax)
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let [rest, bytes, sawEnd] = ['', 0, false]
  try {
    for (;;) {
      const part = await nextPart(reader, gathered.isFinished)
      if (part === null) break
      bytes += part.length
      rest += decoder.decode(part, { stream: true })
      if (bytes > bytesMax) gathered.end('capped')
      else if (isStream) [rest, sawEnd] = takeEvents(rest, gathered.add)
      if (gathered.ended() !== null || sawEnd) break
    }
    if (!isStream && gathered.ended() === null) gathered.add(JSON.parse(rest))
  } catch {
    signal.throwIfAborted()
    gathered.end('cut')
  } finally {
    // Closes the connection if the server still writes.
    reader?.cancel().catch(() => {})
  }
  return gathered.reply()
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Null at the end, or if nothing arrives for a while after the end of the answer. */
async function nextPart(reader: Reader | undefined, isFinished: () => boolean): Promise<Uint8Array | null> {
  if (reader === undefined) return null
  const read = reader.read()
  if (!isFinished()) return (await read).value ?? null
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, usageWaitMs, null)
  try {
    return await Promise.race([read.then(({ value }) => value ?? null), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Passes on the data of complete lines. Returns the rest, and whether the stream ended. */
function takeEvents(text: string, add: (json: unknown) => void): [string, boolean] {
  let from = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    const line = text.slice(from, end).trim()
    from = end + 1
    // Skips comments and event names.
    if (!line.startsWith('data:')) continue
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') return ['', true]
    if (data !== '') add(JSON.parse(data))
  }
  return [text.slice(from), false]
}

/** Collects an answer and ends it at its limits. */
function gather(limits: StreamLimits) {
  const content = measured(limits.completionTokensMax)
  const reasoning = measured(limits.completionTokensMax + limits.thinkingTokensMax)
  let finish: Delta['finish'] = null
  let usage: Delta['usage'] = null
  let isRefusal = false
  let ended: ReplyEnd | null = null
  return {
    add(json: unknown) {
      const delta = readDelta(json)
      isRefusal ||= delta.isRefusal
      finish = delta.finish ?? finish
      usage = delta.usage ?? usage
      if (delta.isError) ended ??= 'cut'
      content.add(delta.content)
      reasoning.add(delta.reasoning)
      if (content.blanks() > blanksMax || reasoning.blanks() > blanksMax) ended ??= 'blank'
      if (content.isOver() || reasoning.isOver()) ended ??= 'capped'
    },
    end(how: ReplyEnd) {
      ended ??= how
    },
    ended: () => ended,
    isFinished: () => finish !== null && usage === null,
    reply: (): Reply => ({
      content: content.text(),
      reasoning: reasoning.text(),
      isRefusal,
      // Some servers name no finish reason. The answer is validated in any case.
      end: finish !== null && ended === 'cut' ? finish : (ended ?? finish ?? 'stop'),
      usage,
    }),
  }
}

/** A growing text with its length in tokens and in blanks at its end. */
function measured(tokensMax: number) {
  let text = ''
  let tokens = 0
  let counted = 0
  let blanks = 0
  return {
    add(more: string) {
      if (more === '') return
      text += more
      blanks = more.trim() === '' ? blanks + more.length : more.length - more.trimEnd().length
      if (text.length - counted < countedCharacters) return
      tokens += countTokens(text.slice(counted))
      counted = text.length
    },
    text: () => text,
    blanks: () => blanks,
    isOver: () => tokens > tokensMax,
  }
}
