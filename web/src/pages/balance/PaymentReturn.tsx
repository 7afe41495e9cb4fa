import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isFault, read } from '../../api/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { ErrorNote, formatPoints, Note } from '../../ui/index.ts'
import { useWords } from './words.ts'

const everyMs = 2_000
const looksMax = 60

/** The state of the payment from which the buyer returns: `/balance?payment=…`. */
export function PaymentReturn() {
  const { payment } = useSearch({ strict: false }) as { payment?: string }
  return payment === undefined ? null : <Arrival id={String(payment)} />
}

function Arrival({ id }: { readonly id: string }) {
  const t = useWords()
  const language = useLanguage()
  const client = useQueryClient()
  const { data, error } = useQuery({
    ...read('/balance/payments/{id}', { path: { id } }),
    // The provider's notification usually arrives before the buyer.
    refetchInterval: ({ state }) =>
      state.data?.state === 'open' && state.dataUpdateCount < looksMax ? everyMs : false,
  })
  const isPaid = data?.state === 'paid'
  useEffect(() => {
    if (isPaid) void client.invalidateQueries({ queryKey: ['/balance'] })
  }, [isPaid, client])
  if (error !== null) return isFault(error, 'not_found') ? null : <ErrorNote error={error} />
  if (data === undefined) return null
  return (
    <Note tone={isPaid ? 'success' : 'info'} alert>
      {t(isPaid ? 'paid' : 'paying', { points: formatPoints(data.point_cents, language) })}
    </Note>
  )
}
