import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Session, sessionQuery } from '../api/index.ts'

/** Signs in, stores the session, and goes to the requested page. */
export function useSignIn<Given>(call: (given: Given) => Promise<Session>, next = '/') {
  const client = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: call,
    onSuccess: async (session) => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
      client.setQueryData(sessionQuery.queryKey, session)
      await router.invalidate()
      router.history.push(next)
    },
  })
}
