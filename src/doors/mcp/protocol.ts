import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { apiTitle, apiVersion, type JsonValue } from '../../contract/index.ts'
import type { ToolDescription } from '../describe-tools.ts'
import type { ToolResult } from './call-tool.ts'
import { isObject } from './split-message.ts'

/**
 * MCP in all its revisions, by its own library: 2026-07-28, which is stateless, and the earlier ones, with
 * and without `initialize`. One server instance per message. Answers are plain JSON, except for
 * `subscriptions/listen`, whose event stream ends immediately.
 */

export interface ProtocolRequest {
  readonly headers: IncomingHttpHeaders
  readonly message: JsonValue
  readonly instructions: string
  /** The tools that this caller may use. */
  readonly tools: readonly ToolDescription[]
  /** Null for an unknown tool. Must not reject: the caller would see the error. */
  readonly callTool: (name: string) => Promise<ToolResult> | null
}

export interface ProtocolAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly body: Uint8Array<ArrayBuffer>
  /** The code of a JSON-RPC error; null for anything else. */
  readonly errorCode: number | null
}

/** A list is constant for the life of the process; a restart with other settings may change it. */
const cacheHint = { ttlMs: 300_000, cacheScope: 'private' } as const

export async function answerByProtocol(request: ProtocolRequest): Promise<ProtocolAnswer> {
  const response = await answerByLibrary(request)
  const contentType = response.headers.get('content-type')
  const text = await response.text()
  const failure = contentType?.startsWith('application/json') ? errorIn(text) : null
  const error = failure === null ? null : inOneLine(failure.error, request.message)
  return {
    status: response.status,
    contentType,
    body: new TextEncoder().encode(failure === null ? text : JSON.stringify({ ...failure, error })),
    errorCode: error?.code ?? null,
  }
}

async function answerByLibrary(request: ProtocolRequest): Promise<Response> {
  const http = new Request(`http://localhost/`, { method: 'POST', headers: headersFor(request.headers) })
  const parsedBody = request.message
  if (!(await isLegacyRequest(http, parsedBody))) {
    return createMcpHandler(() => serverFor(request), { legacy: 'reject' }).fetch(http, { parsedBody })
  }
  const server = serverFor(request)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(http, { parsedBody })
  } finally {
    await server.close()
  }
}

function serverFor(request: ProtocolRequest): Server {
  const server = new Server(
    { name: 'recruiter-open-api', title: apiTitle, version: apiVersion },
    {
      capabilities: { tools: {} },
      instructions: request.instructions,
      cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: request.tools.map(toolOf) }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const call = request.callTool(params.name)
    if (call === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(request))
    return { ...(await call) }
  })
  return server
}

interface RpcError {
  readonly code: number
  readonly message: string
}

/** The error in an answer's text, if it is one. Avoids parsing a result, which may be large. */
function errorIn(text: string): { readonly error: RpcError } | null {
  if (text.startsWith('{"result":')) return null
  const answer = JSON.parse(text) as { readonly error?: RpcError }
  return answer.error === undefined ? null : { ...answer, error: answer.error }
}

/**
 * Shortens invalid-params errors: the library returns its validator's whole output on many lines, and for
 * some methods as an internal error.
 */
function inOneLine(error: RpcError, message: JsonValue): RpcError {
  if (!error.message.includes('\n')) return error
  const method = isObject(message) ? String(message.method) : ''
  const takes = paramsOf.get(method) ?? 'other ones'
  return { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${method} takes ${takes}` }
}

const paramsOf: ReadonlyMap<string, string> = new Map([
  ['initialize', 'protocolVersion, capabilities and clientInfo'],
  ['tools/list', 'a cursor that is a string, or none'],
  ['tools/call', 'a name that is a string, and arguments that are an object'],
])

/** The library's types are mutable. */
function toolOf({ operation: _, ...tool }: ToolDescription): Tool {
  const { inputSchema, outputSchema } = tool as unknown as Pick<Tool, 'inputSchema' | 'outputSchema'>
  return { ...tool, inputSchema, outputSchema }
}

function unknownTool({ tools }: ProtocolRequest): string {
  return `Unknown tool. There are: ${tools.map((tool) => tool.name).join(', ')}`
}

/**
 * The headers that the protocol reads. The door checked the rest. A client that sends plain JSON-RPC without
 * the specified Accept header is also answered.
 */
function headersFor(given: IncomingHttpHeaders): Headers {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  })
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = given[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}
