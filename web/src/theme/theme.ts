import { useSyncExternalStore } from 'react'

/** Light, dark, or the system's setting. `public/theme-init.js` applies it before the first paint. */

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
let chosen: Theme = stored()

function stored(): Theme {
  try {
    const found = localStorage.getItem('theme')
    return found === 'light' || found === 'dark' ? found : 'system'
  } catch {
    return 'system'
  }
}

export function setTheme(theme: Theme): void {
  chosen = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Forbidden storage: the choice holds until the page is left.
  }
  apply()
}

/** The chosen setting. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => chosen)
}

/** The theme shown; charts draw their own colours. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, shown)
}

function shown(): 'light' | 'dark' {
  if (chosen !== 'system') return chosen
  return systemIsDark.matches ? 'dark' : 'light'
}

function apply(): void {
  document.documentElement.dataset.theme = shown()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

systemIsDark.addEventListener('change', apply)
