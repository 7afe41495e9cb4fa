import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readPages } from '../../api/index.ts'
import { useTerms } from '../../i18n/index.ts'
import {
  Badge,
  Button,
  Card,
  type Column,
  DateText,
  EmptyState,
  ErrorNote,
  LoadMore,
  Points,
  Spinner,
  Table,
} from '../../ui/index.ts'
import type { Voucher } from './admin.ts'
import { CreateVouchersDialog } from './CreateVouchersDialog.tsx'
import { useWords } from './words.ts'

export function VouchersCard() {
  const t = useWords()
  const list = useInfiniteQuery(readPages('/admin/vouchers', { limit: 50 }))
  const [creating, setCreating] = useState(false)
  const vouchers = list.data?.pages.flatMap(({ items }) => items) ?? []
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
      {t('createVouchers')}
    </Button>
  )
  return (
    <Card title={t('vouchers')} description={t('vouchersText')} actions={create} flush>
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Spinner />}
      {list.data && <VouchersTable vouchers={vouchers} />}
      {vouchers.length > 0 && <LoadMore list={list} />}
      {creating && <CreateVouchersDialog onClose={() => setCreating(false)} />}
    </Card>
  )
}

function VouchersTable({ vouchers }: { readonly vouchers: readonly Voucher[] }) {
  const t = useWords()
  const terms = useTerms()
  const used = ({ redeemed_at, redeemed_by }: Voucher) => {
    if (redeemed_at === null) return <Badge tone="success">{t('unused')}</Badge>
    return redeemed_by === null ? t('usedUp') : t('usedBy', { email: redeemed_by })
  }
  const columns: Column<Voucher>[] = [
    { id: 'code', head: t('code'), main: true, cell: ({ last_four }) => <code>…{last_four}</code> },
    {
      id: 'points',
      head: t('pointsColumn'),
      numeric: true,
      cell: (row) => <Points cents={row.point_cents} />,
    },
    { id: 'kind', head: t('kind'), cell: ({ kind }) => terms(kind) },
    { id: 'used', head: t('redeemed'), cell: used },
    { id: 'created', head: t('createdAt'), cell: ({ created_at }) => <DateText value={created_at} /> },
    {
      id: 'expires',
      head: t('expiresAt'),
      cell: ({ expires_at }) => <DateText value={expires_at} empty="–" />,
    },
    { id: 'note', head: t('note'), cell: ({ note }) => note || '–' },
  ]
  return (
    <Table
      caption={t('vouchers')}
      columns={columns}
      rows={vouchers}
      rowKey={({ voucher_id }) => voucher_id}
      empty={<EmptyState icon="ticket" title={t('noVouchers')} />}
    />
  )
}
