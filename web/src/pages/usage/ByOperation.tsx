import { useTerms } from '../../i18n/index.ts'
import { Card, type Column, Points, Table } from '../../ui/index.ts'
import { type OperationName, operationsOf, sumOf, type Usage } from './usage.ts'
import { useWords } from './words.ts'

interface Row {
  readonly operation: OperationName
  readonly calls: number
  readonly errors: number
  readonly cents: number
  readonly p50: number
  readonly p95: number
}

/** The period by operation. */
export function ByOperation({ usage: { days, latency } }: { readonly usage: Usage }) {
  const t = useWords()
  const terms = useTerms()
  const rows = operationsOf(days).map((operation): Row => {
    const own = days.filter((row) => row.operation === operation)
    const times = latency.find((each) => each.operation === operation)
    return {
      operation,
      p50: times?.p50_ms ?? 0,
      p95: times?.p95_ms ?? 0,
      calls: sumOf(own, 'calls'),
      errors: sumOf(own, 'errors'),
      cents: sumOf(own, 'point_cents'),
    }
  })
  const figure = (id: 'calls' | 'errors' | 'p50' | 'p95'): Column<Row> => ({
    id,
    head: t(id),
    numeric: true,
    cell: (row) => row[id].toLocaleString('en-GB'),
  })
  const columns: Column<Row>[] = [
    { id: 'operation', head: t('operation'), main: true, cell: ({ operation }) => terms(operation) },
    figure('calls'),
    figure('errors'),
    figure('p50'),
    figure('p95'),
    { id: 'points', head: t('points'), numeric: true, cell: ({ cents }) => <Points cents={cents} /> },
  ]
  return (
    <Card title={t('byOperation')} flush>
      <Table caption={t('byOperation')} columns={columns} rows={rows} rowKey={({ operation }) => operation} />
    </Card>
  )
}
