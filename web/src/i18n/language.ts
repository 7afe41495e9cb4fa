import { useSyncExternalStore } from 'react'

/** Chinese or English: the user's choice, else the browser's language. */

export type Language = 'zh' | 'en'

const listeners = new Set<() => void>()
let current: Language = initial()

function initial(): Language {
  return (stored() ?? navigator.language).startsWith('zh') ? 'zh' : 'en'
}

function stored(): string | null {
  try {
    return localStorage.getItem('language')
  } catch {
    return null
  }
}

export function setLanguage(language: Language): void {
  current = language
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  try {
    localStorage.setItem('language', language)
  } catch {
    // Forbidden storage: the choice holds until the page is left.
  }
  for (const listener of listeners) listener()
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
