import { isUtf8 } from 'node:buffer'
import { accountCall, apiPrefix, type CallBody, type Operation, type Terms } from '../contract/index.ts'
import type { Ids } from '../kit/index.ts'
import { handleAccountCall, handleCall, type PipelineDeps } from '../pipeline/index.ts'
import type { Http } from './http.ts'
import { type OpenApiDocument, sendOpenApi } from './serve-openapi.ts'

export interface RestDeps {
  readonly pipeline: PipelineDeps
  /** The operations with a handler. */
  readonly operations: readonly Operation[]
  readonly openApi: OpenApiDocument
  readonly ids: Ids
  readonly terms: Terms
}

/** The REST door: one route per operation of the contract, the account, and the OpenAPI document. */
export function addRestDoor(http: Http, { pipeline, operations, openApi, ids, terms }: RestDeps): void {
  for (const operation of operations) {
    http.app.route({
      method: operation.method,
      url: apiPrefix + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) =>
        http.exchange(request, reply, ({ requestId, disconnected, readBody, onBodyRead }) =>
          handleCall(pipeline, {
            operation,
            door: 'rest',
            requestId,
            credential: request.headers.authorization,
            idempotencyKey: operation.writes ? headerText(request.headers['idempotency-key']) : undefined,
            idempotencyKeyPath: 'Idempotency-Key',
            disconnected,
            onBodyRead,
            async readBody(accountId): Promise<CallBody> {
              if (operation.method !== 'GET') return { kind: 'bytes', bytes: await readBody(accountId) }
              return { kind: 'value', value: request.params as Record<string, string> }
            },
          }),
        ),
    })
  }
  http.app.route({
    method: accountCall.method,
    url: apiPrefix + accountCall.path,
    handler: (request, reply) =>
      http.exchange(request, reply, (exchange) =>
        handleAccountCall(pipeline, terms, { ...exchange, credential: request.headers.authorization }),
      ),
  })
  http.app.route({
    method: ['GET', 'HEAD', 'OPTIONS'],
    url: `${apiPrefix}/openapi.json`,
    handler: sendOpenApi(openApi, ids),
  })
}

/** Node reads headers as Latin-1, but clients send UTF-8, like the JSON of the other doors. */
function headerText(header: string | string[] | undefined): string | string[] | undefined {
  if (typeof header !== 'string') return header
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : header
}
