import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/index.ts'
import type { AppRouter } from '../router.tsx'

/**
 * When the session ends, the router re-evaluates the page and redirects to the sign-in and back. Cached
 * answers of the account are dropped.
 */
export function watchSession(client: QueryClient, router: AppRouter): void {
  let signedIn = false
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'updated' || query.queryKey[0] !== sessionQuery.queryKey[0]) return
    const account = client.getQueryData(sessionQuery.queryKey)?.account ?? null
    const ended = signedIn && account === null
    signedIn = account !== null
    if (!ended) return
    void router.invalidate().then(() => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
    })
  })
}
