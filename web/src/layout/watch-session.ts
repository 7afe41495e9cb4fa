import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../api/index.ts'
import type { AppRouter } from '../router.tsx'

/**
 * When the session of a page turns out to have ended, the router looks at the page again, and leads to the
 * sign-in and back. What was read for the account is forgotten.
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
