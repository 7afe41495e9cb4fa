import type { Recogniser } from './recogniser.ts'
import { createTesseractRecogniser } from './tesseract/recogniser.ts'
import { findSystemReader } from './tesseract/system.ts'
import { createWasmReader } from './tesseract/wasm.ts'
import { createVisionRecogniser, type VisionOptions } from './vision/recogniser.ts'

/** Who reads pages that are pictures. */
export type OcrOptions =
  /** `auto` is the machine's Tesseract where there is one with both languages, and WASM elsewhere. */
  | { readonly engine: 'auto' | 'wasm' | 'system'; readonly pagesAtOnce: number }
  | ({ readonly engine: 'vision' } & VisionOptions)

/** Throws where the machine's Tesseract is asked for and there is none. */
export async function createRecogniser(options: OcrOptions): Promise<Recogniser> {
  if (options.engine === 'vision') return createVisionRecogniser(options)
  const { engine, pagesAtOnce } = options
  const system = engine === 'wasm' ? null : await findSystemReader(pagesAtOnce)
  if (system !== null) return createTesseractRecogniser(system)
  if (engine === 'system') {
    throw new Error('OCR_ENGINE=system needs tesseract 4 or 5 with the languages eng and chi_sim')
  }
  return createTesseractRecogniser(createWasmReader(pagesAtOnce))
}
