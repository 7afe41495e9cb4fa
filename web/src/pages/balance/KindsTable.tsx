import { useTerms } from '../../i18n/index.ts'
import { Badge, Card, type Column, DateText, EmptyState, Points, Table } from '../../ui/index.ts'
import type { Balance } from './balance.ts'
import { useWords } from './words.ts'

type Row = Balance['by_kind'][number]

/** The balance by kind, in the order of spending. */
export function KindsTable({ rows }: { readonly rows: readonly Row[] }) {
  const t = useWords()
  const terms = useTerms()
  const columns: Column<Row>[] = [
    { id: 'kind', head: t('kind'), main: true, cell: ({ kind }) => terms(kind) },
    {
      id: 'spendable',
      head: t('available'),
      numeric: true,
      cell: ({ spendable, listed }) =>
        listed ? <Points cents={spendable} /> : <Badge tone="warning">{t('notListed')}</Badge>,
    },
    {
      id: 'expiry',
      head: t('nextExpiry'),
      cell: ({ next_expiry_at, spendable }) => (
        <DateText value={next_expiry_at} empty={spendable === 0 ? '–' : t('noExpiry')} />
      ),
    },
    {
      id: 'amount',
      head: t('nextAmount'),
      numeric: true,
      cell: ({ next_expiry_at, next_expiry_point_cents }) =>
        next_expiry_at === null ? '–' : <Points cents={next_expiry_point_cents} />,
    },
  ]
  return (
    <Card title={t('kinds')} description={t('kindsText')} flush>
      <Table
        caption={t('kinds')}
        columns={columns}
        rows={rows}
        rowKey={({ kind }) => kind}
        empty={<EmptyState icon="wallet" title={t('noKinds')} />}
      />
    </Card>
  )
}
