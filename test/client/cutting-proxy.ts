import { connect, createServer, type Socket } from 'node:net'

/** Where to cut a connection: after N bytes of the request, or of the answer. */
export interface Cut {
  readonly of: 'request' | 'answer'
  readonly afterBytes: number
}

export interface CuttingProxy extends AsyncDisposable {
  readonly url: string
  /** The number of connections that were cut. */
  readonly cuts: number
}

/**
 * A proxy in front of a service. It cuts the first connections one after the other, and passes on the rest.
 */
export async function openCuttingProxy(serviceUrl: string, cuts: readonly Cut[]): Promise<CuttingProxy> {
  const { hostname, port } = new URL(serviceUrl)
  const left = [...cuts]
  const open = new Set<Socket>()
  let done = 0
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    const cut = left.shift()
    const end = () => {
      client.destroy()
      service.destroy()
    }
    const pass = (from: Socket, to: Socket, limit: number) => {
      let passed = 0
      from.on('data', (bytes: Buffer) => {
        to.write(bytes.subarray(0, limit - passed))
        passed += bytes.length
        if (passed < limit) return
        done += 1
        // The data before the cut arrives before the end of the connection.
        setTimeout(end, 5)
        from.pause()
      })
    }
    pass(client, service, cut?.of === 'request' ? cut.afterBytes : Number.POSITIVE_INFINITY)
    pass(service, client, cut?.of === 'answer' ? cut.afterBytes : Number.POSITIVE_INFINITY)
    for (const socket of [client, service]) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    get cuts() {
      return done
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
