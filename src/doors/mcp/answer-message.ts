import type { IncomingHttpHeaders } from 'node:http'
import type { CallBody, Operation } from '../../contract/index.ts'
import { handleCall, type PipelineDeps, type Reply } from '../../pipeline/index.ts'
import type { ToolDescription } from '../describe-tools.ts'
import type { Exchange } from '../http.ts'
import { idempotencyKeyOf, idempotencyMember, toolResult } from './call-tool.ts'
import { instructions } from './instructions.ts'
import type { ProtocolAnswer } from './protocol.ts'
import type { SplitMessage } from './split-message.ts'

export interface AnswerDeps {
  readonly pipeline: PipelineDeps
  readonly toolPrefix: string
  readonly tools: readonly ToolDescription[]
}

/** A parsed message from an authenticated caller. */
export interface ReadRequest extends Exchange, SplitMessage {
  readonly headers: IncomingHttpHeaders
  /** The tools that this key may call. */
  readonly mine: readonly ToolDescription[]
}

export interface Answer {
  readonly reply: Reply
  readonly called: boolean
  /** The code of a JSON-RPC error, which may have any HTTP status. */
  readonly errorCode: number | null
}

/** Answers one message by the protocol. A tool call goes through the pipeline like any other call. */
export async function answerMessage(deps: AnswerDeps, request: ReadRequest): Promise<Answer> {
  const { tools, toolPrefix } = deps
  let called: Reply | null = null
  const callTool = (name: string) => {
    const operation = tools.find((tool) => tool.name === name)?.operation
    if (operation === undefined) return null
    return call(deps, request, operation).then((reply) => {
      called = reply
      return toolResult(reply, toolPrefix)
    })
  }
  const { headers, message, mine } = request
  // Loaded by the first message: it costs a tenth of a second and 35 MB, and not every service has agents.
  const protocol = await import('./protocol.ts')
  const asked = { headers, message, tools: mine, instructions: instructions(toolPrefix), callTool }
  const answer = await protocol.answerByProtocol(asked)
  return { reply: replyOf(answer, called), called: called !== null, errorCode: answer.errorCode }
}

function call(deps: AnswerDeps, request: ReadRequest, operation: Operation): Promise<Reply> {
  const { requestId, disconnected, headers, message, onBodyRead } = request
  const body: CallBody = request.arguments ?? { kind: 'value', value: {} }
  return handleCall(deps.pipeline, {
    operation,
    door: 'mcp',
    requestId,
    credential: headers.authorization,
    idempotencyKey: idempotencyKeyOf(message, operation, deps.toolPrefix),
    idempotencyKeyPath: `_meta.${idempotencyMember(deps.toolPrefix)}`,
    disconnected,
    onBodyRead,
    readBody: async () => body,
  })
}

/** The protocol's answer, unless the caller itself was refused: that is an HTTP status. */
function replyOf({ status, contentType, body, errorCode }: ProtocolAnswer, called: Reply | null): Reply {
  if (called !== null && (called.status === 401 || called.status === 403)) return called
  return {
    status,
    body,
    headers: { ...called?.headers, ...(contentType === null ? {} : { 'content-type': contentType }) },
    error: errorCode === null ? null : 'invalid_input',
  }
}
