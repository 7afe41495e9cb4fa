import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readPages } from '../../api/index.ts'
import {
  Badge,
  ButtonLink,
  Card,
  type Column,
  DateText,
  EmptyState,
  ErrorNote,
  LoadMore,
  Page,
  PageHead,
  Points,
  Spinner,
  Table,
  TimeZoneNote,
} from '../../ui/index.ts'
import { type BatchHead, statusTones } from './batch.ts'
import { useWords } from './words.ts'

export function BatchesPage() {
  const t = useWords()
  const list = useInfiniteQuery({
    ...readPages('/batches', { limit: 50 }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'running')) ? 2_000 : false,
  })
  const batches = list.data?.pages.flatMap(({ items }) => items) ?? []
  const columns: Column<BatchHead>[] = [
    {
      id: 'name',
      head: t('name'),
      main: true,
      cell: ({ batch_id, label }) => (
        <Link to="/batches/$id" params={{ id: batch_id }}>
          {label || t('unnamed')}
        </Link>
      ),
    },
    {
      id: 'status',
      head: t('status'),
      cell: ({ status }) => <Badge tone={statusTones[status]}>{t(status)}</Badge>,
    },
    {
      id: 'progress',
      head: t('progress'),
      numeric: true,
      cell: ({ completed, total }) => t('progressOf', { done: completed, all: total }),
    },
    { id: 'created', head: t('created'), cell: ({ created_at }) => <DateText value={created_at} /> },
    {
      id: 'cost',
      head: t('cost'),
      numeric: true,
      cell: ({ billed_point_cents }) => <Points cents={billed_point_cents} />,
    },
  ]
  const create = (
    <ButtonLink to="/batches/new" variant="primary" icon="plus">
      {t('create')}
    </ButtonLink>
  )
  return (
    <Page>
      <PageHead title={t('title')} description={t('description')} actions={create} />
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Spinner page />}
      {list.data && (
        <Card flush>
          <Table
            caption={t('title')}
            columns={columns}
            rows={batches}
            rowKey={({ batch_id }) => batch_id}
            empty={
              <EmptyState icon="stack" title={t('empty')} action={create}>
                {t('emptyText')}
              </EmptyState>
            }
          />
          {batches.length > 0 && <LoadMore list={list} />}
        </Card>
      )}
      {batches.length > 0 && (
        <p>
          <small>
            <TimeZoneNote />
          </small>
        </p>
      )}
    </Page>
  )
}
