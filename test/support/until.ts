import { vi } from 'vitest'

/** Polls until there is a value, and returns it. Fails after a minute. */
export function until<T>(look: () => T | Promise<T>): ReturnType<typeof vi.waitUntil<T>> {
  return vi.waitUntil(look, { timeout: 60_000, interval: 5 })
}
