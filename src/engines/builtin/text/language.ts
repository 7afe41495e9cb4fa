export type Language = 'zh' | 'en'

const cjk = /[\u3400-\u9fff\uf900-\ufaff]/gu
const latinWord = /[A-Za-z\u00c0-\u024f]{2,}/gu
/**
 * The least ratio of Chinese characters to Latin words in a Chinese text. Chinese job descriptions may name
 * many English tools.
 */
const cjkPerLatinWordMin = 0.5

/** The language of a text. A text without letters counts as Chinese. */
export function detectLanguage(text: string): Language {
  const characters = text.match(cjk)?.length ?? 0
  const words = text.match(latinWord)?.length ?? 0
  if (words === 0) return 'zh'
  return characters >= words * cjkPerLatinWordMin ? 'zh' : 'en'
}
