import { apiPrefix, type CallBody, type Operation } from '../contract/index.ts'
import { handleCall, type PipelineDeps } from '../pipeline/index.ts'
import type { Http } from './http.ts'
import { type OpenApiDocument, sendOpenApi } from './serve-openapi.ts'

export interface RestDeps {
  readonly pipeline: PipelineDeps
  /** The operations that are offered: those with a handler. */
  readonly operations: readonly Operation[]
  readonly openApi: OpenApiDocument
}

/** The REST door: one route per operation of the contract, and the document that describes them. */
export function addRestDoor(http: Http, { pipeline, operations, openApi }: RestDeps): void {
  for (const operation of operations) {
    http.app.route({
      method: operation.method,
      url: apiPrefix + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) =>
        http.exchange(request, reply, ({ requestId, disconnected, readBody }) =>
          handleCall(pipeline, {
            operation,
            door: 'rest',
            requestId,
            credential: request.headers.authorization,
            idempotencyKey: operation.writes ? request.headers['idempotency-key'] : undefined,
            idempotencyKeyPath: 'Idempotency-Key',
            disconnected,
            async readBody(accountId): Promise<CallBody> {
              if (operation.method !== 'GET') return { kind: 'bytes', bytes: await readBody(accountId) }
              return { kind: 'value', value: request.params as Record<string, string> }
            },
          }),
        ),
    })
  }
  http.app.route({
    method: ['GET', 'HEAD', 'OPTIONS'],
    url: `${apiPrefix}/openapi.json`,
    handler: sendOpenApi(openApi),
  })
}
