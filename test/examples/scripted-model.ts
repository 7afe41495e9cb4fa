import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A server with the API of a model; a script determines each answer from the conversation. */
export interface ScriptedModel<Request> extends AsyncDisposable {
  readonly url: string
  readonly requests: readonly Request[]
}

/** Answers a POST to the path with the script's result, and anything else with a 404. */
export async function openScriptedModel<Request, Answer>(
  path: string,
  script: (request: Request, turn: number) => Answer,
): Promise<ScriptedModel<Request>> {
  const requests: Request[] = []
  const server = createServer(async (request, response) => {
    const known = request.method === 'POST' && request.url === path
    if (known) requests.push((await json(request)) as Request)
    const asked = requests.at(-1)
    const answer = known && asked !== undefined ? script(asked, requests.length) : { error: 'not found' }
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
