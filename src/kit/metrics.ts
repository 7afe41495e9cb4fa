import { type ModelMetrics, modelMetrics } from './model-metrics.ts'

/**
 * The metrics of the service. Labels are closed sets: operation, door, error code; never an account or a
 * text.
 */
export interface Metrics extends ModelMetrics {
  callEnded(call: { operation: string; door: string; error: string; seconds: number }): void
  charged(operation: string, pointCents: number): void
  replayed(operation: string): void
  batchEnded(status: string): void
  candidateEnded(candidate: { outcome: string; seconds: number }): void
  callsInFlight(change: 1 | -1): void
  ocrFellBack(): void
  /** The Prometheus text format. */
  render(): Promise<{ contentType: string; body: string }>
}

/** Loads the library on demand: no thread and few commands use metrics. */
export async function createMetrics(): Promise<Metrics> {
  const library = await import('prom-client')
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = library
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const calls = new Counter({
    name: 'recruiter_calls_total',
    help: 'Calls answered, by operation, door and error code (ok when there was none).',
    labelNames: ['operation', 'door', 'error'],
    registers,
  })
  const seconds = new Histogram({
    name: 'recruiter_call_seconds',
    help: 'Time from the arrival of a call to its answer.',
    labelNames: ['operation', 'door'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 660],
    registers,
  })
  const charges = new Counter({
    name: 'recruiter_charged_point_cents_total',
    help: 'point_cents charged, by operation.',
    labelNames: ['operation'],
    registers,
  })
  const replays = new Counter({
    name: 'recruiter_replays_total',
    help: 'Replies repeated for an idempotency key.',
    labelNames: ['operation'],
    registers,
  })
  const batches = new Counter({
    name: 'recruiter_batches_total',
    help: 'Batches ended by this process, by their final status.',
    labelNames: ['status'],
    registers,
  })
  const candidates = new Histogram({
    name: 'recruiter_batch_candidate_seconds',
    help: 'Time from the claim of a candidate of a batch to its end, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  const ocrFallbacks = new Counter({
    name: 'recruiter_ocr_fallbacks_total',
    help: 'Pictures that WASM read because the machine’s Tesseract failed.',
    registers,
  })
  const inFlight = new Gauge({ name: 'recruiter_calls_in_flight', help: 'Calls being worked on.', registers })
  return {
    callEnded(call) {
      calls.inc({ operation: call.operation, door: call.door, error: call.error })
      seconds.observe({ operation: call.operation, door: call.door }, call.seconds)
    },
    charged: (operation, pointCents) => charges.inc({ operation }, pointCents),
    replayed: (operation) => replays.inc({ operation }),
    batchEnded: (status) => batches.inc({ status }),
    candidateEnded: ({ outcome, seconds }) => candidates.observe({ outcome }, seconds),
    callsInFlight: (change) => inFlight.inc(change),
    ocrFellBack: () => ocrFallbacks.inc(),
    ...modelMetrics(library, registers),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}
