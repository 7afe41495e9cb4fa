import type { AccountState } from './state.ts'

/**
 * The states this process wrote last. They may be stale: every write compares the version, so nothing rests
 * on it.
 */
export interface StateCache {
  get(accountId: string): AccountState | undefined
  set(state: AccountState): void
  forget(accountId: string): void
}

/** Keeps the `accountsMax` states that were used last. */
export function createStateCache(accountsMax: number): StateCache {
  const states = new Map<string, AccountState>()
  return {
    get(accountId) {
      const state = states.get(accountId)
      if (state === undefined) return undefined
      states.delete(accountId)
      states.set(accountId, state)
      return state
    },
    set(state) {
      states.delete(state.accountId)
      states.set(state.accountId, state)
      if (states.size <= accountsMax) return
      const oldest = states.keys().next().value
      if (oldest !== undefined) states.delete(oldest)
    },
    forget: (accountId) => void states.delete(accountId),
  }
}
