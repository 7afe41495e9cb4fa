import { Card, type Column, Points, Table } from '../../ui/index.ts'
import type { Balance } from './balance.ts'
import { useWords } from './words.ts'

type Item = keyof Balance['prices']
const items: readonly Item[] = ['parse_page', 'match', 'optimize_min', 'batch_candidate']

export function Prices({ prices }: { readonly prices: Balance['prices'] }) {
  const t = useWords()
  const columns: Column<Item>[] = [
    { id: 'what', head: t('priceOf'), main: true, cell: (item) => t(item) },
    { id: 'price', head: t('price'), numeric: true, cell: (item) => <Points cents={prices[item]} /> },
  ]
  return (
    <Card title={t('prices')} description={t('pricesText')} flush>
      <Table caption={t('prices')} columns={columns} rows={items} rowKey={String} />
    </Card>
  )
}
