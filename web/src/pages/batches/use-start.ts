import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { send } from '../../api/index.ts'
import type { StartBody } from './batch.ts'
import { idempotencyKeys, keepStarted } from './draft.ts'

/** Starts the batch and opens its page. */
export function useStart() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const keyOf = useMemo(idempotencyKeys, [])
  return useMutation({
    mutationFn: async (body: StartBody) => {
      const made = await send('post', '/batches', {
        params: { query: { idempotency_key: keyOf(body) } },
        body,
      })
      keepStarted(made.batch_id, body)
      return made
    },
    onSuccess: ({ batch_id }) => {
      void client.invalidateQueries({ queryKey: ['/balance'] })
      void client.invalidateQueries({ queryKey: ['/batches'] })
      void navigate({ to: '/batches/$id', params: { id: batch_id } })
    },
  })
}
