import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { type ReplyOf, readPages } from '../../api/index.ts'
import {
  Card,
  type Column,
  DateText,
  EmptyState,
  ErrorNote,
  Filters,
  LoadMore,
  LongTable,
  Page,
  PageHead,
  Spinner,
  TextField,
  TimeZoneNote,
} from '../../ui/index.ts'
import { actWords } from './act-words.ts'
import s from './admin.module.css'
import { useWords } from './words.ts'

type Act = ReplyOf<'get', '/admin/audit'>['items'][number]

export function AuditPage() {
  const t = useWords()
  const [action, setAction] = useState('')
  const wanted = useDeferredValue(action.trim())
  const list = useInfiniteQuery({
    ...readPages('/admin/audit', { action: wanted, limit: 100 }),
    placeholderData: keepPreviousData,
  })
  const acts = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  const columns: Column<Act>[] = [
    { id: 'action', head: t('action'), main: true, cell: (act) => <ActionName action={act.action} /> },
    { id: 'at', head: t('at'), cell: ({ at }) => <DateText value={at} only="seconds" /> },
    { id: 'actor', head: t('actor'), cell: ({ actor }) => actor },
    {
      id: 'source',
      head: t('source'),
      cell: ({ source }) => t(source === 'cli' ? 'sourceCli' : 'sourceConsole'),
    },
    {
      id: 'target',
      head: t('target'),
      cell: ({ target }) => <span className={s.detail}>{target ?? '–'}</span>,
    },
    {
      id: 'detail',
      head: t('detail'),
      cell: ({ detail }) => <span className={s.detail}>{readable(detail)}</span>,
    },
  ]
  return (
    <Page>
      <PageHead title={t('audit')} description={t('auditText')} />
      <Card flush>
        <Filters
          label={t('audit')}
          wide={
            <TextField
              label={t('action')}
              type="search"
              placeholder={t('actionHint')}
              maxLength={60}
              value={action}
              onChange={(event) => setAction(event.target.value)}
            />
          }
        />
        <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Spinner />}
        {list.data && (
          <LongTable
            caption={t('audit')}
            columns={columns}
            rows={acts}
            rowKey={({ audit_id }) => audit_id}
            empty={<EmptyState icon="shield" title={t('noAudit')} />}
          />
        )}
        {acts.length > 0 && <LoadMore list={list} />}
      </Card>
      <p>
        <small>
          <TimeZoneNote />
        </small>
      </p>
    </Page>
  )
}

/** The label of an action, and its name in the log, which the filter uses. */
function ActionName({ action }: { readonly action: string }) {
  const t = useWords()
  const word = actWords[action]
  if (word === undefined) return <code>{action}</code>
  return (
    <>
      {t(word)} <code className={s.act}>{action}</code>
    </>
  )
}

/** `{"daily":7}` → `daily: 7`; other values are unchanged. */
function readable(detail: string): string {
  try {
    const entries = Object.entries(JSON.parse(detail) as Record<string, unknown>)
    return (
      entries.map(([name, value]) => `${name}: ${value === null ? '–' : String(value)}`).join(' · ') || '–'
    )
  } catch {
    return detail || '–'
  }
}
