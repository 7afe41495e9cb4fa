import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReplyOf } from './client.ts'
import { sessionQuery } from './query-client.ts'

export type Session = ReplyOf<'get', '/session'>
export type Account = NonNullable<Session['account']>

/** The session and the public settings; the router reads them before it shows a page. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/**
 * For pages behind the sign-in. While such a page is being left because the session ended, the last known
 * session.
 */
export function useAccount(): Account {
  const { account } = useSession()
  return account ?? { account_id: '', email: '', role: 'recruiter', created_at: '' }
}
