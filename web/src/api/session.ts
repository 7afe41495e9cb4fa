import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReplyOf } from './client.ts'
import { sessionQuery } from './query-client.ts'

export type Session = ReplyOf<'get', '/session'>
export type Account = NonNullable<Session['account']>

/** Who is signed in, and what anybody may know; the router has read it before a page is shown. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** On pages behind the sign-in. While the page is left because the session ended, the last one known. */
export function useAccount(): Account {
  const { account } = useSession()
  return account ?? { account_id: '', email: '', role: 'recruiter', created_at: '' }
}
