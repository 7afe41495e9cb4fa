import { audit, listAudit } from '../accounts/index.ts'
import { apiVersion } from '../contract/index.ts'
import { readHeldNow, type VerifyReport } from '../ledger/index.ts'
import type { ConsoleDeps } from './deps.ts'
import { pageOf, startOf } from './keyset.ts'
import type { Handlers } from './request.ts'

/** State of the service, verification of the ledger, and the audit log. */
export function healthHandlers(deps: ConsoleDeps): Handlers<'readHealth' | 'verifyLedger' | 'listAudit'> {
  const { store, ledger, batches, clock, engine } = deps
  const startedMs = clock.monotonicMs()
  const verifyOnce = together(() => ledger.verify())
  return {
    async readHealth() {
      const [queue, held] = await Promise.all([batches.queue(), readHeldNow(store)])
      return {
        // The query above has just succeeded.
        ready: true,
        version: apiVersion,
        engine: { name: engine.name, version: engine.version },
        batches_running: queue.batchesRunning,
        candidates_waiting: queue.candidatesWaiting,
        candidates_running: queue.candidatesRunning,
        oldest_waiting_at: queue.oldestRunningAt?.toISOString() ?? null,
        holds_open: held.calls,
        held_point_cents: held.pointCents,
        memory_mb: Math.round(process.memoryUsage.rss() / 1_048_576),
        uptime_seconds: Math.floor((clock.monotonicMs() - startedMs) / 1000),
      }
    },
    async verifyLedger({ actor }) {
      const beganMs = clock.monotonicMs()
      const { accounts, differences } = await verifyOnce()
      const detail = { accounts, differences: differences.length }
      await store.transaction((tx) =>
        audit(tx, deps, { actor, source: 'console', action: 'ledger.verify', target: null, detail }),
      )
      const milliseconds = Math.round(clock.monotonicMs() - beganMs)
      return { accounts, differences: differences.map(differenceText), milliseconds }
    },
    async listAudit({ query }) {
      const { after, limit } = startOf(query)
      const action = query.action?.trim() || null
      const found = await listAudit(store, { after, limit: limit + 1, action })
      const { items, next } = pageOf(found, limit, ({ auditId }) => auditId)
      return {
        items: items.map(({ auditId, at, ...row }) => ({ audit_id: auditId, at: at.toISOString(), ...row })),
        next,
      }
    },
  }
}

function differenceText({ accountId, what, expected, found }: VerifyReport['differences'][number]): string {
  return `${accountId}: ${what}: ${found} instead of ${expected}`
}

/** Verification reads the whole ledger, so parallel requests share one run. */
function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
