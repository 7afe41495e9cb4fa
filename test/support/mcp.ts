import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  apiPrefix,
  defaultTerms,
  type JsonObject,
  mcpPath,
  type OperationName,
  operationsUnder,
} from '../../src/contract/index.ts'
import type { AnswerBody } from './world.ts'
import { exchange, type World } from './world.ts'

/** Plain requests to the MCP endpoint, byte for byte as the test specifies them, in either era. */

export const modernRevision = '2026-07-28'
/** `legacy` is a bare call, as clients of the earlier revisions send it, without `initialize`. */
export const eras = ['modern', 'legacy'] as const
export type Era = (typeof eras)[number]

export const toolNames = Object.fromEntries(
  operationsUnder(defaultTerms).map(({ name, tool }) => [name, `service_${tool}`]),
) as Readonly<Record<OperationName, string>>

export interface McpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: RpcBody & AnswerBody
}

interface RpcBody {
  readonly jsonrpc: string
  readonly id: unknown
  readonly result: ToolAnswer & { readonly [member: string]: unknown }
}

/** The result of a tool. The helpers have checked it against the schema that the service published. */
export interface ToolAnswer {
  readonly isError: boolean
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent: AnswerBody
  readonly _meta: Readonly<Record<string, unknown>> | undefined
}

export interface CallOptions {
  readonly era?: Era
  readonly idempotencyKey?: unknown
}

export interface Agent {
  /** Posts a message unchanged, or any text. */
  post(message: JsonObject | string, headers?: Record<string, string>): Promise<McpAnswer>
  /** Sends a request in the format of its era. */
  request(method: string, params?: JsonObject, era?: Era): Promise<McpAnswer>
  /** Calls a tool and expects a result. */
  call(operation: OperationName, input: JsonObject, options?: CallOptions): Promise<ToolAnswer>
}

/** A client of the MCP endpoint with this key. */
export function agent(world: World, key: string | undefined): Agent {
  const post: Agent['post'] = async (message, headers = {}) => {
    const what = { path: mcpPath, body: message, headers, ...(key === undefined ? {} : { key }) }
    const answer = await exchange(world.url, what)
    return answer as unknown as McpAnswer
  }
  const request: Agent['request'] = (method, params = {}, era = 'modern') => {
    const message = requestOf(method, params, era)
    return post(message, era === 'modern' ? headersOf(method, params) : {})
  }
  return {
    post,
    request,
    async call(operation, input, { era = 'modern', idempotencyKey } = {}) {
      const meta = idempotencyKey === undefined ? {} : { _meta: { 'service/idempotencyKey': idempotencyKey } }
      const params = { name: toolNames[operation], arguments: input, ...meta } as JsonObject
      const answer = await request('tools/call', params, era)
      if (answer.body.result === undefined) throw new Error(`${answer.status} ${answer.text}`)
      await checkResult(world, operation, answer)
      return answer.body.result
    },
  }
}

export function requestOf(method: string, params: JsonObject, era: Era): JsonObject {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': modernRevision,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const meta = { ...(params._meta as JsonObject | undefined), ...(era === 'modern' ? envelope : {}) }
  return { jsonrpc: '2.0', id: 'r-1', method, params: { ...params, _meta: meta } }
}

export function headersOf(method: string, params: JsonObject): Record<string, string> {
  const name = typeof params.name === 'string' ? { 'mcp-name': params.name } : {}
  return { 'mcp-protocol-version': modernRevision, 'mcp-method': method, ...name }
}

const validators = new Map<string, Promise<Ajv2020>>()

/**
 * Checks that the result matches the published schema and the same REST call, and that its text repeats it.
 */
async function checkResult(world: World, operation: OperationName, answer: McpAnswer): Promise<void> {
  const { structuredContent, content, isError } = answer.body.result
  validators.set(world.url, validators.get(world.url) ?? compile(world))
  const ajv = await (validators.get(world.url) as Promise<Ajv2020>)
  const shape = isError ? 'Error' : `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Reply`
  if (!ajv.validate(`openapi#/components/schemas/${shape}`, structuredContent)) {
    throw new Error(`${operation}: ${ajv.errorsText()}\n${answer.text.slice(0, 500)}`)
  }
  const first = content[0]
  if (content.length !== 1 || first?.type !== 'text') throw new Error('one text is expected')
  if (first.text !== JSON.stringify(structuredContent)) throw new Error('the text is not the same')
  if (answer.headers['x-request-id'] !== structuredContent.request_id) throw new Error('two request ids')
}

async function compile(world: World): Promise<Ajv2020> {
  const { text } = await exchange(world.url, { path: `${apiPrefix}/openapi.json` })
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  return ajv.addSchema({ $id: 'openapi', components: JSON.parse(text).components })
}
