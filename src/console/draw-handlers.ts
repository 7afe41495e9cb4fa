import { limits } from '../contract/index.ts'
import { createSemaphore, SemaphoreFull, withinLimits } from '../kit/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { consoleFault } from './faults.ts'
import type { Handlers } from './request.ts'
import { throttle } from './throttle.ts'

/** One drawing at a time, fair between accounts: drawing is free, and paid calls need the other threads. */
const gateOptions = { slots: 1, slotsPerKeyMax: 1, waitingMax: 32 }
const drawingMs = 15_000
const busySeconds = 3

/** Pages of a PDF, drawn as the parser sees them. */
export function drawHandlers(deps: ConsoleDeps): Handlers<'drawPage'> {
  const gate = createSemaphore(gateOptions)
  return {
    async drawPage({ actor: { accountId }, query: { page: wanted = 1 }, readBody, signal }) {
      await throttle(deps, { drawAtAccount: accountId })
      const body = await readBody()
      const leave = await gate.acquire(accountId, { signal }).catch((error: unknown) => {
        if (!(error instanceof SemaphoreFull)) throw error
        throw consoleFault('too_many_attempts', { retryAfterSeconds: busySeconds })
      })
      const within = {
        ...{ key: accountId, workMs: drawingMs, waitMs: limits.queueWaitMaxMs, clock: deps.clock },
      }
      const draw = withinLimits(within, (late, owner) =>
        deps.drawPdfPage(body, wanted, AbortSignal.any([signal, late]), owner),
      )
      const { pageCount: pages, page } = await draw.finally(leave)
      const { width, height, png, hidden } = page
      return { width, height, pages, png_base64: Buffer.from(png).toString('base64'), hidden: [...hidden] }
    },
  }
}
