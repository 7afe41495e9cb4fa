import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { downloadUrl, readPages, useSession } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import {
  Card,
  DownloadLink,
  EmptyState,
  ErrorNote,
  LoadMore,
  Page,
  PageHead,
  Spinner,
  TimeZoneNote,
} from '../../ui/index.ts'
import { noFilter, queryOf, type StatementFilter } from './filter.ts'
import { StatementFilters } from './StatementFilters.tsx'
import { StatementTable } from './StatementTable.tsx'
import s from './statement.module.css'
import { useWords } from './words.ts'

export function StatementPage() {
  const t = useWords()
  const common = useCommonWords()
  const { time_zone } = useSession()
  // Other pages link to one request: `/statement?request_id=…`.
  const { request_id = '' } = useSearch({ strict: false }) as { request_id?: string }
  const [filter, setFilter] = useState<StatementFilter>({ ...noFilter, request_id })
  const query = queryOf(useDeferredValue(filter), time_zone)
  const list = useInfiniteQuery({
    ...readPages('/statement', { ...query, limit: 100 }),
    placeholderData: keepPreviousData,
  })
  const lines = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  const filtered = Object.keys(query).length > 0
  return (
    <Page>
      <PageHead
        title={t('title')}
        description={t('description')}
        actions={
          <DownloadLink href={downloadUrl('/statement.csv', query)}>{common('download')}</DownloadLink>
        }
      />
      <Card flush>
        <StatementFilters value={filter} onChange={setFilter} />
        <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Spinner />}
        {list.data && (
          <>
            <p className={s.count}>
              {t('amountNote')} <TimeZoneNote />
            </p>
            <StatementTable
              lines={lines}
              empty={<EmptyState icon="list" title={t(filtered ? 'emptyFiltered' : 'empty')} />}
            />
            {lines.length > 0 && <LoadMore list={list} />}
          </>
        )}
      </Card>
    </Page>
  )
}
