import { createMemoryBudget, type Log, type Metrics } from '../../kit/index.ts'
import { createLineReader } from './lines/line-reader.ts'
import { refineBy } from './lines/refine.ts'
import type { Recogniser } from './recogniser.ts'
import { createTesseractRecogniser } from './tesseract/recogniser.ts'
import { findSystemReader } from './tesseract/system.ts'
import { createWasmReader } from './tesseract/wasm.ts'
import { withFallback } from './tesseract/with-fallback.ts'
import { createVisionRecogniser, type VisionOptions } from './vision/recogniser.ts'

/** Who reads pages that are pictures. */
export type OcrOptions =
  /** `auto` is the machine's Tesseract where there is one with both languages, and WASM elsewhere. */
  | {
      readonly engine: 'auto' | 'wasm' | 'system'
      readonly pagesAtOnce: number
      /** Folders in which the machine's Tesseract is looked for; the usual ones by default. */
      readonly searchPath?: string
    }
  | ({ readonly engine: 'vision' } & VisionOptions)

/** Who hears that the machine's Tesseract fails, whose pages are then read by WASM. */
export interface OcrWitness {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'ocrFellBack'>
}

/** Throws where the machine's Tesseract is asked for and there is none. */
export async function createRecogniser(
  options: OcrOptions,
  witness?: OcrWitness,
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
    onRest: ({ message }) => witness?.log.warn({ failure: message }, 'lines are read by Tesseract alone'),
  })
  if (first === null) return createTesseractRecogniser(second, refine)
  const onRead = () => witness?.metrics.ocrFellBack()
  const onFailure = ({ message }: Error) => witness?.log.warn({ failure: message }, 'pages are read by WASM')
  return createTesseractRecogniser(withFallback({ first, second, onRead, onFailure }), refine)
}
