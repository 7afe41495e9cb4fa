import type { ReactNode } from 'react'
import type { ReplyOf } from '../../api/index.ts'
import { useTerms } from '../../i18n/index.ts'
import { Badge, type Column, DateText, LongTable, Points, type Tone } from '../../ui/index.ts'
import s from './statement.module.css'
import { useWords } from './words.ts'

type Line = ReplyOf<'get', '/statement'>['items'][number]

const tones: Readonly<Record<Line['movement'], Tone>> = {
  grant: 'success',
  hold: 'neutral',
  capture: 'accent',
  release: 'neutral',
  expiry: 'warning',
  withdrawal: 'danger',
  refund: 'success',
}
const sources = ['signup', 'voucher', 'payment', 'operator', 'refund'] as const

interface Props {
  readonly lines: readonly Line[]
  readonly empty: ReactNode
}

export function StatementTable({ lines, empty }: Props) {
  const t = useWords()
  const terms = useTerms()
  const source = (name: string) => sources.find((known) => known === name)
  const columns: Column<Line>[] = [
    { id: 'at', head: t('at'), cell: ({ at }) => <DateText value={at} only="seconds" /> },
    {
      id: 'movement',
      head: t('movement'),
      cell: ({ movement }) => <Badge tone={tones[movement]}>{t(movement)}</Badge>,
    },
    { id: 'kind', head: t('kind'), cell: ({ kind }) => (kind ? terms(kind) : '–') },
    {
      id: 'reason',
      head: t('reason'),
      cell: (line) => {
        const known = line.source === null ? undefined : source(line.source)
        const what = line.operation ? terms(line.operation) : known ? t(known) : line.source
        return (
          <span className={s.reason}>
            {what ?? '–'}
            {line.note && <span className={s.sub}>{line.note}</span>}
          </span>
        )
      },
    },
    {
      id: 'key',
      head: t('key'),
      cell: ({ key_name, door }) => key_name ?? (door === 'console' ? terms('console') : '–'),
    },
    {
      id: 'request',
      head: t('request'),
      cell: ({ request_id }) =>
        request_id ? (
          <code className={s.id} title={request_id}>
            {request_id}
          </code>
        ) : (
          '–'
        ),
    },
    {
      id: 'amount',
      head: t('amount'),
      numeric: true,
      cell: ({ point_cents }) => (
        <span className={point_cents > 0 ? s.plus : undefined}>
          <Points cents={point_cents} signed />
        </span>
      ),
    },
  ]
  return (
    <LongTable caption={t('title')} columns={columns} rows={lines} rowKey={({ id }) => id} empty={empty} />
  )
}
