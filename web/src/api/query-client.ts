import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isFault } from './fault.ts'
import { read } from './queries.ts'

export const sessionQuery = { ...read('/session'), staleTime: 5 * 60_000 }

/** The cache of answers. Any call can find that the session has ended. */
export function createQueryClient(): QueryClient {
  // Components learn that a call is pending before the next click or key. The default is a timer, which is
  // late on a busy machine; until then a second click would send a payment or a grant again.
  notifyManager.setScheduler(queueMicrotask)
  const onError = (error: unknown) => {
    if (!isFault(error, 'signed_out')) return
    client.setQueryData(sessionQuery.queryKey, (known) => (known ? { ...known, account: null } : known))
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // A browser that reports "offline" may still reach a service on the same machine, so calls are tried
      // anyway.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // Long enough that the parts of a page share one request; short enough to show changes made in
        // another browser.
        staleTime: 2_000,
        // Errors from the service are final; network errors are retried twice.
        retry: (failures, error) => isFault(error, 'unreachable', 'internal_error') && failures < 2,
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
    },
  })
  return client
}
