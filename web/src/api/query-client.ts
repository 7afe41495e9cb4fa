import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFault } from './fault.ts'
import { read } from './queries.ts'

export const sessionQuery = { ...read('/session'), staleTime: 5 * 60_000 }

/** What is kept in memory of answers. A session that ended is noticed at whichever call meets it first. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (!isFault(error, 'signed_out')) return
    client.setQueryData(sessionQuery.queryKey, (known) => (known ? { ...known, account: null } : known))
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // What is offline for the browser may still reach a service on the same machine: the answer decides.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // Long enough that the parts of a page ask once; short enough to show what another browser did.
        staleTime: 2_000,
        // What the service decided stays so; what didn't arrive is tried again, twice.
        retry: (failures, error) => isFault(error, 'unreachable', 'internal_error') && failures < 2,
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
    },
  })
  return client
}
