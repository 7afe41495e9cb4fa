import { createServer, type Server } from 'node:http'
import type { Metrics } from '../kit/index.ts'

export interface OpsDeps {
  readonly metrics: Metrics
  /** Whether calls can be answered now: the database accepts writes and the service is not stopping. */
  readonly ready: () => Promise<boolean>
}

/** The operator's endpoints on their own port: liveness, readiness and metrics. */
export function createOpsDoor(deps: OpsDeps): Server {
  return createServer(async (request, response) => {
    const answer = await answerTo(deps, request.url ?? '/').catch(() => plain(500, 'error'))
    response.writeHead(answer.status, { 'content-type': answer.contentType, 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : answer.body)
  })
}

interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

async function answerTo(deps: OpsDeps, url: string): Promise<Answer> {
  switch (url.split('?', 1)[0]) {
    case '/livez':
      return plain(200, 'alive')
    case '/readyz':
      return (await deps.ready()) ? plain(200, 'ready') : plain(503, 'not ready')
    case '/metrics':
      return { status: 200, ...(await deps.metrics.render()) }
    default:
      return plain(404, 'try /livez, /readyz or /metrics')
  }
}

function plain(status: number, body: string): Answer {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${body}\n` }
}
