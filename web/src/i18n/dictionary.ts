import { type Language, useLanguage } from './language.ts'

export type Words<Key extends string> = Readonly<Record<Key, string>>
/** `t('left', { points: '3.00' })` fills `{points}`. */
export type Translate<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string

/**
 * The words of a page: `export const useWords = dictionary(zh, en)`, and in a component `const t =
 * useWords()`. A key missing in English is a type error.
 */
export function dictionary<Key extends string>(
  zh: Words<Key>,
  en: Words<NoInfer<Key>>,
): () => Translate<Key> {
  const byLanguage: Readonly<Record<Language, Translate<Key>>> = {
    zh: (key, values) => fill(zh[key], values),
    en: (key, values) => fill(en[key], values),
  }
  return () => byLanguage[useLanguage()]
}

function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
}
