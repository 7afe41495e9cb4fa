import { createMemoryBudget, type Log, type Metrics } from '../../kit/index.ts'
import { createLineReader } from './lines/line-reader.ts'
import { refineBy } from './lines/refine.ts'
import type { Recogniser } from './recogniser.ts'
import { createTesseractRecogniser } from './tesseract/recogniser.ts'
import { findSystemReader } from './tesseract/system.ts'
import { createWasmReader } from './tesseract/wasm.ts'
import { withFallback } from './tesseract/with-fallback.ts'
import { createVisionRecogniser, type VisionOptions } from './vision/recogniser.ts'

/** Selects the reader of page pictures. */
export type OcrOptions =
  /** `auto` uses the system Tesseract if it has both languages, and WASM otherwise. */
  | {
      readonly engine: 'auto' | 'wasm' | 'system'
      readonly pagesAtOnce: number
      /** The folders in which the system Tesseract is searched; by default the usual ones. */
      readonly searchPath?: string
    }
  | ({ readonly engine: 'vision' } & VisionOptions)

/** Receives logs and metrics when the system Tesseract fails and WASM reads its pages. */
export interface OcrTelemetry {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'ocrFellBack'>
}

/** Throws if the system Tesseract is required but not found. */
export async function createRecogniser(
  options: OcrOptions,
  telemetry?: OcrTelemetry,
  budget = createMemoryBudget(),
): Promise<Recogniser> {
  if (options.engine === 'vision') return createVisionRecogniser(options)
  const { engine, pagesAtOnce, searchPath } = options
  const second = createWasmReader(pagesAtOnce, budget)
  const first =
    engine === 'wasm'
      ? null
      : await findSystemReader(pagesAtOnce, { budget, ...(searchPath !== undefined && { searchPath }) })
  if (first === null && engine === 'system') {
    throw new Error('OCR_ENGINE=system needs tesseract 4 or 5 with the languages eng and chi_sim')
  }
  const refine = refineBy({
    reader: createLineReader({ processes: Math.ceil(pagesAtOnce / 2), budget }),
    onRest: ({ message }) => telemetry?.log.warn({ failure: message }, 'lines are read by Tesseract alone'),
  })
  if (first === null) return createTesseractRecogniser(second, refine)
  const onRead = () => telemetry?.metrics.ocrFellBack()
  const onFailure = ({ message }: Error) =>
    telemetry?.log.warn({ failure: message }, 'pages are read by WASM')
  return createTesseractRecogniser(withFallback({ first, second, onRead, onFailure }), refine)
}
