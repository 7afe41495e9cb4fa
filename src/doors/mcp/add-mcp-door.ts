import type { IncomingHttpHeaders } from 'node:http'
import { Fault, type Issue, type JsonObject, mcpPath, type Operation } from '../../contract/index.ts'
import { errorFields } from '../../kit/index.ts'
import { enter, failureReply, type PipelineDeps } from '../../pipeline/index.ts'
import { describeTools } from '../describe-tools.ts'
import type { Exchange, Http } from '../http.ts'
import { type Answer, answerMessage } from './answer-message.ts'
import { hostProblem, type Reach } from './host-check.ts'
import { createMessageReader } from './read-message.ts'

export interface McpDeps {
  readonly pipeline: PipelineDeps
  /** The operations that are offered as tools. */
  readonly operations: readonly Operation[]
  /** The prefix of tool names and of our members of `_meta`. */
  readonly toolPrefix: string
  readonly reach: Reach
}

/** The MCP door: one message in, one answer out, without state between messages. */
export function addMcpDoor({ app, exchange }: Http, deps: McpDeps): void {
  const { pipeline, toolPrefix } = deps
  const tools = describeTools(deps.operations, (operation) => `${toolPrefix}_${operation.tool}`)
  const messages = createMessageReader(pipeline.clock)
  app.addHook('onClose', () => messages.close())

  const answer = async (request: Exchange, headers: IncomingHttpHeaders): Promise<Answer> => {
    const foreign = hostProblem(deps.reach, headers)
    if (foreign !== null) return refusal(403, invalidRequest, foreign)
    const { accountId, operations } = await enter(pipeline, headers.authorization)
    const bytes = await request.readBody(accountId)
    const read = await messages.read(bytes, accountId).catch(unreadable)
    if ('code' in read) return refusal(400, read.code, read.message)
    if (Array.isArray(read.message)) return refusal(400, invalidRequest, 'send one message at a time')
    const mine = tools.filter(({ operation }) => operations.includes(operation.name))
    return answerMessage({ pipeline, toolPrefix, tools }, { ...request, ...read, headers, mine })
  }
  app.route({
    method: 'POST',
    url: mcpPath,
    handler: (request, reply) =>
      exchange(request, reply, async (each) => {
        const startedMs = pipeline.clock.monotonicMs()
        let failure: unknown
        const answered = await answer(each, request.headers).catch((error: unknown): Answer => {
          failure = error
          return { reply: failureReply(each.requestId, error), called: false, errorCode: null }
        })
        // A tool call is counted and logged by the pipeline.
        if (!answered.called) record(pipeline, each.requestId, startedMs, answered, failure)
        return answered.reply
      }),
  })
}

function record(
  { clock, log, metrics }: PipelineDeps,
  requestId: string,
  startedMs: number,
  { reply, errorCode }: Answer,
  failure: unknown,
): void {
  const seconds = (clock.monotonicMs() - startedMs) / 1000
  const error = String(errorCode ?? reply.error ?? 'ok')
  metrics.callEnded({ operation: 'message', door: 'mcp', error, seconds })
  const fields = {
    requestId,
    door: 'mcp',
    status: reply.status,
    error,
    milliseconds: Math.round(seconds * 1000),
  }
  const reason = failure instanceof Fault ? failure.reason : undefined
  if (reply.status < 500) return void log.info({ ...fields, reason }, 'message')
  log.error({ ...fields, ...errorFields(failure) }, 'message failed')
}

const parseError = -32700
const invalidRequest = -32600

/** A refusal before the protocol: a JSON-RPC error that answers no message and so has no id. */
function refusal(status: number, code: number, message: string): Answer {
  const text: JsonObject = { jsonrpc: '2.0', error: { code, message } }
  const body = new TextEncoder().encode(JSON.stringify(text))
  return { reply: { status, body, headers: {}, error: 'invalid_input' }, called: false, errorCode: code }
}

/** An unreadable message is a JSON-RPC error; anything else is our error. */
function unreadable(error: unknown): { readonly code: number; readonly message: string } {
  if (!(error instanceof Fault) || error.code !== 'invalid_input') throw error
  const [first] = error.members.detail as unknown as readonly Issue[]
  return first?.code === 'json_too_complex'
    ? { code: invalidRequest, message: 'more than a message has beside or in its arguments, or no whole one' }
    : { code: parseError, message: 'no JSON' }
}
