import { vi } from 'vitest'

/** Waits until there is something to see, and gives it back. A minute is for what never comes. */
export function until<T>(look: () => T | Promise<T>): ReturnType<typeof vi.waitUntil<T>> {
  return vi.waitUntil(look, { timeout: 60_000, interval: 5 })
}
