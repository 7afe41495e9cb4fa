import type { Clock } from '../../../kit/index.ts'
import { type Probed, probeServer } from './probe.ts'
import { requestBody } from './profile.ts'
import { type ServerAddress, sendRequest } from './send.ts'

/** The result of a probe, and its duration. */
export interface ServerCheck extends Probed {
  readonly seconds: number
}

/**
 * Probes a server for its operator. Rejects with ProbeFailed if the server is unusable, or with the
 * signal's reason.
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
