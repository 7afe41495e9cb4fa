import type { IncomingHttpHeaders } from 'node:http'
import type { CallBody, Operation } from '../../contract/index.ts'
import { handleCall, type PipelineDeps, type Reply } from '../../pipeline/index.ts'
import type { ToolDescription } from '../describe-tools.ts'
import type { Exchange } from '../http.ts'
import { idempotencyKeyOf, idempotencyMember, toolResult } from './call-tool.ts'
import { instructions } from './instructions.ts'
import type { SplitMessage } from './split-message.ts'

export interface AnswerDeps {
  readonly pipeline: PipelineDeps
  readonly toolPrefix: string
  readonly tools: readonly ToolDescription[]
}

/** A message that was read, from a caller that may come in. */
export interface ReadRequest extends Exchange, SplitMessage {
  readonly headers: IncomingHttpHeaders
  /** The tools that this key may call. */
  readonly mine: readonly ToolDescription[]
}

export interface Answer {
  readonly reply: Reply
  /** Whether a tool was called. */
  readonly called: boolean
}

/** Answers one message by the protocol. The call of a tool walks the pipeline like any other call. */
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
  const response = await protocol.answerByProtocol(asked)
  return { reply: await replyOf(response, called), called: called !== null }
}

function call(deps: AnswerDeps, request: ReadRequest, operation: Operation): Promise<Reply> {
  const { requestId, disconnected, headers, message } = request
  const body: CallBody = request.arguments ?? { kind: 'value', value: {} }
  return handleCall(deps.pipeline, {
    operation,
    door: 'mcp',
    requestId,
    credential: headers.authorization,
    idempotencyKey: idempotencyKeyOf(message, operation, deps.toolPrefix),
    idempotencyKeyPath: `_meta.${idempotencyMember(deps.toolPrefix)}`,
    disconnected,
    readBody: async () => body,
  })
}

/** The protocol's answer, unless the call was refused for who called: that is a status of HTTP. */
async function replyOf(response: Response, called: Reply | null): Promise<Reply> {
  if (called !== null && (called.status === 401 || called.status === 403)) return called
  const contentType = response.headers.get('content-type')
  return {
    status: response.status,
    body: new Uint8Array(await response.arrayBuffer()),
    headers: { ...called?.headers, ...(contentType === null ? {} : { 'content-type': contentType }) },
    error: response.status < 400 ? null : 'invalid_input',
  }
}
