import { useSyncExternalStore } from 'react'

/** Light, dark, or as the system has it. `public/theme-init.js` sets it before the first paint. */

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

/** What was chosen. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => chosen)
}

/** What is shown; charts draw their own colours. */
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
