import type { ReactNode } from 'react'
import type { ReplyOf } from '../../api/index.ts'
import { useTerms } from '../../i18n/index.ts'
import { Badge } from '../badge/Badge.tsx'
import { Card } from '../card/Card.tsx'
import { DateText } from '../date-text/DateText.tsx'
import { EmptyState } from '../empty-state/EmptyState.tsx'
import { Points } from '../points/Points.tsx'
import { type Column, Table } from '../table/Table.tsx'
import s from './money.module.css'
import { useMoneyWords } from './words.ts'

type Grant = ReplyOf<'get', '/balance'>['grants'][number]

interface Props {
  readonly grants: readonly Grant[]
  /** Actions on a grant, for administrators. */
  readonly actions?: (grant: Grant) => ReactNode
}

/** Each grant with its source and remainder. */
export function GrantsTable({ grants, actions }: Props) {
  const t = useMoneyWords()
  const terms = useTerms()
  const columns: Column<Grant>[] = [
    { id: 'source', head: t('source'), main: true, cell: ({ source }) => t(source) },
    { id: 'kind', head: t('kind'), cell: ({ kind }) => terms(kind) },
    { id: 'note', head: t('note'), cell: ({ note }) => <span className={s.note}>{note || '–'}</span> },
    {
      id: 'granted',
      head: t('grantedAmount'),
      numeric: true,
      cell: ({ granted }) => <Points cents={granted} />,
    },
    {
      id: 'left',
      head: t('remaining'),
      numeric: true,
      cell: ({ remaining }) => <Points cents={remaining} />,
    },
    { id: 'created', head: t('created'), cell: ({ created_at }) => <DateText value={created_at} /> },
    {
      id: 'expires',
      head: t('expires'),
      cell: ({ expires_at, expired }) =>
        expired ? <Badge>{t('expiredBadge')}</Badge> : <DateText value={expires_at} empty={t('noExpiry')} />,
    },
    ...(actions ? [{ id: 'actions', head: '', actions: true, cell: actions }] : []),
  ]
  return (
    <Card title={t('grants')} description={t('grantsText')} flush>
      <Table
        caption={t('grants')}
        columns={columns}
        rows={grants}
        rowKey={({ grant_id }) => grant_id}
        empty={<EmptyState icon="wallet" title={t('noKinds')} />}
      />
    </Card>
  )
}
