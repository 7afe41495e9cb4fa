import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BodyOf, read, send } from '../../api/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { formatPoints } from '../../ui/index.ts'

type Tried = '/try/parse' | '/try/match' | '/try/optimize'

/** Runs one operation from the page; every balance on the page is updated. */
export function useTry<Path extends Tried>(path: Path) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'post', Path>) => send('post', path, { body } as never),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['/balance'] })
      void client.invalidateQueries({ queryKey: ['/first-steps'] })
      void client.invalidateQueries({ queryKey: ['/calls'] })
      void client.invalidateQueries({ queryKey: ['/usage'] })
    },
  })
}

/** A price in points; a dash until it is loaded. */
export function usePrice(item: 'parse_page' | 'match' | 'optimize_min'): { cents: number; text: string } {
  const language = useLanguage()
  const { data } = useQuery(read('/balance'))
  const cents = data?.prices[item] ?? 0
  return { cents, text: data === undefined ? '–' : formatPoints(cents, language) }
}
