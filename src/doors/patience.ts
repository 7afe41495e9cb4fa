import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What one connection may have us hold, whoever it is of. */
export interface Patience {
  /** Requests that are not answered: clients that send the next one before hardly exist. */
  readonly unansweredMax: number
  /** How long a client may take to receive an answer. */
  readonly takenMs: number
}

const usual: Patience = { unansweredMax: 32, takenMs: 120_000 }

/** Hangs up on who sends requests without end, and on who never receives what it asked for. */
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
    // A stream waits for its client from the beginning; other answers are there as a whole.
    response.once('pipe', onAnswer).once('prefinish', onAnswer)
    response.once('close', () => {
      clearTimeout(timer)
      // Of who hung up before its answer nothing is kept until then.
      response.off('pipe', onAnswer).off('prefinish', onAnswer)
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
    })
    handler(request, response)
  }
}
