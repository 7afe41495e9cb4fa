import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Limits on the resources of one connection, for every account. */
export interface Patience {
  /** Unanswered requests: few clients pipeline at all. */
  readonly unansweredMax: number
  /** The time limit for a client to receive an answer. */
  readonly takenMs: number
}

const usual: Patience = { unansweredMax: 32, takenMs: 120_000 }

/** Closes connections with too many unanswered requests or an answer that is not received in time. */
export function withPatience(handler: RequestListener, patience = usual): RequestListener {
  const unanswered = new WeakMap<Socket, number>()
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > patience.unansweredMax) return void socket.destroy()
    unanswered.set(socket, count)
    let timer: NodeJS.Timeout | undefined
    const onAnswer = () => {
      timer ??= setTimeout(() => socket.destroy(), patience.takenMs).unref()
    }
    // A stream waits for its client from the beginning; other answers are ready as a whole.
    response.once('pipe', onAnswer).once('prefinish', onAnswer)
    response.once('close', () => {
      clearTimeout(timer)
      // If the client hung up before the answer, release the listeners now.
      response.off('pipe', onAnswer).off('prefinish', onAnswer)
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
    })
    handler(request, response)
  }
}
