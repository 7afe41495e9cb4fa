import type { OcrOptions } from './documents/index.ts'

/** The settings for pages that are pictures. */
interface OcrValues {
  readonly ocrEngine: 'auto' | 'wasm' | 'system' | 'vision' | 'off'
  readonly ocrThreads: number
  readonly ocrBaseUrl: string
  readonly ocrModel: string
  readonly ocrApiKey: string
}

/** What doesn't fit together. */
export function ocrMistakes({ ocrEngine, ocrBaseUrl, ocrModel }: Partial<OcrValues>): string[] {
  const isMissing = ocrEngine === 'vision' && (ocrBaseUrl === '' || ocrModel === '')
  return isMissing ? ['OCR_ENGINE: vision needs OCR_BASE_URL and OCR_MODEL'] : []
}

/** Null: pages that are pictures have no text. */
export function ocrOptions({ ocrEngine, ocrThreads: pagesAtOnce, ...vision }: OcrValues): OcrOptions | null {
  const { ocrBaseUrl: baseUrl, ocrModel: model, ocrApiKey } = vision
  if (ocrEngine === 'vision') {
    return { engine: 'vision', pagesAtOnce, baseUrl, model, apiKey: ocrApiKey || null }
  }
  return ocrEngine === 'off' ? null : { engine: ocrEngine, pagesAtOnce }
}
