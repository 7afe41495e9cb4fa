export type Language = 'zh' | 'en'

const cjk = /[\u3400-\u9fff\uf900-\ufaff]/gu
const latinWord = /[A-Za-z\u00c0-\u024f]{2,}/gu
/**
 * A Chinese job description may name many English tools; it still has more characters than half their
 * number.
 */
const cjkPerLatinWordMin = 0.5

/** The language that a text is written in. A text with no letters at all is taken for Chinese. */
export function detectLanguage(text: string): Language {
  const characters = text.match(cjk)?.length ?? 0
  const words = text.match(latinWord)?.length ?? 0
  if (words === 0) return 'zh'
  return characters >= words * cjkPerLatinWordMin ? 'zh' : 'en'
}
