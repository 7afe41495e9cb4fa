/** A map that keeps the `size` most recently used entries. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  forget(key: string): void
  clear(): void
  readonly size: number
}

export function createRecentMap<Value>(size: number): RecentMap<Value> {
  const entries = new Map<string, Value>() // a Map keeps insertion order: the first is the oldest
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= size) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    forget: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    get size() {
      return entries.size
    },
  }
}
