import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BodyOf, send } from '../../api/index.ts'
import { toast } from '../../ui/index.ts'
import { useWords } from './words.ts'

/** Changes one account, then reloads the account and the lists. */
export function useChange(id: string, onDone?: () => void) {
  const t = useWords()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'patch', '/admin/accounts/{id}'>) =>
      send('patch', '/admin/accounts/{id}', { params: { path: { id } }, body }),
    onSuccess: () => {
      toast(t('saved'))
      onDone?.()
    },
    onSettled: () => refreshAccounts(client),
  })
}

export function refreshAccounts(client: ReturnType<typeof useQueryClient>) {
  void client.invalidateQueries({ queryKey: ['/admin/accounts'] })
  return client.invalidateQueries({ queryKey: ['/admin/accounts/{id}'] })
}
