import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isFault, read } from '../../api/index.ts'
import { ButtonLink, EmptyState, ErrorNote, Page, PageHead, Spinner, TimeZoneNote } from '../../ui/index.ts'
import { BatchActions } from './BatchActions.tsx'
import { BatchSummary } from './BatchSummary.tsx'
import { Ranking } from './Ranking.tsx'
import { useWords } from './words.ts'

export function BatchPage() {
  const t = useWords()
  const client = useQueryClient()
  const { id = '' } = useParams({ strict: false })
  const batch = useQuery({
    ...read('/batches/{id}', { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.head.status === 'running' ? 2_000 : false),
    refetchIntervalInBackground: false,
  })
  const status = batch.data?.head.status
  // The hold is charged or released at the end.
  useEffect(() => {
    if (status !== undefined && status !== 'running')
      void client.invalidateQueries({ queryKey: ['/balance'] })
  }, [status, client])
  if (isFault(batch.error, 'not_found')) {
    return (
      <Page>
        <PageHead title={t('title')} />
        <EmptyState
          icon="stack"
          title={t('notFound')}
          action={<ButtonLink to="/batches">{t('back')}</ButtonLink>}
        />
      </Page>
    )
  }
  return (
    <Page>
      <PageHead
        title={batch.data?.head.label || t('unnamed')}
        description={<Link to="/batches">{t('back')}</Link>}
        actions={batch.data && <BatchActions head={batch.data.head} />}
      />
      <ErrorNote error={batch.error} onRetry={() => void batch.refetch()} />
      {batch.isPending && <Spinner page />}
      {batch.data && (
        <>
          <BatchSummary batch={batch.data} />
          <Ranking batch={batch.data} />
          <p>
            <small>
              <TimeZoneNote />
            </small>
          </p>
        </>
      )}
    </Page>
  )
}
