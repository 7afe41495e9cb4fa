import type { Clock } from '../../../kit/index.ts'
import { type Probed, probeServer } from './probe.ts'
import { requestBody } from './profile.ts'
import { type ServerAddress, sendRequest } from './send.ts'

/** What a probe found out, and how long its requests took together. */
export interface ServerCheck extends Probed {
  readonly seconds: number
}

/**
 * Probes a server for its operator. Rejects with ProbeFailed where it can't be used, and with the signal's
 * reason.
 */
export async function checkServer(
  { model, temperature, ...address }: ServerAddress & { model: string; temperature: number | null },
  clock: Clock,
  signal: AbortSignal,
): Promise<ServerCheck> {
  const startedMs = clock.monotonicMs()
  const probed = await probeServer({
    ...{ model, temperature },
    send: (question, form, limits) => sendRequest(address, requestBody(question, form), limits, signal),
  })
  return { ...probed, seconds: (clock.monotonicMs() - startedMs) / 1_000 }
}
