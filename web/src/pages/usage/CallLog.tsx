import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { downloadUrl, readPages, useSession } from '../../api/index.ts'
import { useCommonWords } from '../../i18n/index.ts'
import { Card, DownloadLink, EmptyState, ErrorNote, LoadMore, Spinner, TimeZoneNote } from '../../ui/index.ts'
import { CallFilters } from './CallFilters.tsx'
import { CallsTable } from './CallsTable.tsx'
import { type CallFilter, noFilter, queryOf } from './call-filter.ts'
import { useWords } from './words.ts'

/** All calls, newest first. */
export function CallLog() {
  const t = useWords()
  const common = useCommonWords()
  const { time_zone } = useSession()
  const { request_id = '' } = useSearch({ strict: false }) as { request_id?: string }
  const [filter, setFilter] = useState<CallFilter>({ ...noFilter, request_id })
  const query = queryOf(useDeferredValue(filter), time_zone)
  const list = useInfiniteQuery({
    ...readPages('/calls', { ...query, limit: 100 }),
    placeholderData: keepPreviousData,
  })
  const calls = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  return (
    <Card
      title={t('log')}
      description={<TimeZoneNote />}
      actions={<DownloadLink href={downloadUrl('/calls.csv', query)}>{common('download')}</DownloadLink>}
      flush
    >
      <CallFilters value={filter} onChange={setFilter} />
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Spinner />}
      {list.data && <CallsTable calls={calls} empty={<EmptyState icon="list" title={t('empty')} />} />}
      {calls.length > 0 && <LoadMore list={list} />}
    </Card>
  )
}
