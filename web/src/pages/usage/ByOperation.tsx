import { useTerms } from '../../i18n/index.ts'
import { Card, type Column, Points, Table } from '../../ui/index.ts'
import { type OperationName, operationsOf, sumOf, type UsageDay } from './usage.ts'
import { useWords } from './words.ts'

interface Row {
  readonly operation: OperationName
  readonly calls: number
  readonly errors: number
  readonly cents: number
  readonly last: UsageDay
}

/** The period by operation; percentiles can't be added up, so that they are those of the last day. */
export function ByOperation({ days }: { readonly days: readonly UsageDay[] }) {
  const t = useWords()
  const terms = useTerms()
  const rows = operationsOf(days).map((operation): Row => {
    const own = days.filter((row) => row.operation === operation)
    const last = own.reduce((latest, row) => (row.day > latest.day ? row : latest))
    return {
      operation,
      last,
      calls: sumOf(own, 'calls'),
      errors: sumOf(own, 'errors'),
      cents: sumOf(own, 'point_cents'),
    }
  })
  const latency = (id: 'p50' | 'p95'): Column<Row> => ({
    id,
    head: t(id),
    numeric: true,
    cell: ({ last }) => (
      <span title={t('latestDay', { day: last.day })}>{last[`${id}_ms`].toLocaleString('en-GB')}</span>
    ),
  })
  const columns: Column<Row>[] = [
    { id: 'operation', head: t('operation'), main: true, cell: ({ operation }) => terms(operation) },
    { id: 'calls', head: t('calls'), numeric: true, cell: ({ calls }) => calls.toLocaleString('en-GB') },
    { id: 'errors', head: t('errors'), numeric: true, cell: ({ errors }) => errors.toLocaleString('en-GB') },
    latency('p50'),
    latency('p95'),
    { id: 'points', head: t('points'), numeric: true, cell: ({ cents }) => <Points cents={cents} /> },
  ]
  return (
    <Card title={t('byOperation')} description={t('latestLatency')} flush>
      <Table caption={t('byOperation')} columns={columns} rows={rows} rowKey={({ operation }) => operation} />
    </Card>
  )
}
