import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTerms } from '../../i18n/index.ts'
import { Badge, type Column, DateText, LongTable, Points, type Tone } from '../../ui/index.ts'
import s from './usage.module.css'
import type { Call } from './usage.ts'
import { useWords } from './words.ts'

const tones: Readonly<Record<Call['state'], Tone>> = {
  running: 'accent',
  charged: 'success',
  free: 'success',
  refused: 'warning',
  failed: 'danger',
}

interface Props {
  readonly calls: readonly Call[]
  readonly empty: ReactNode
}

export function CallsTable({ calls, empty }: Props) {
  const t = useWords()
  const terms = useTerms()
  const size = ({ pages, tokens }: Call) => {
    if (pages !== null) return t(pages === 1 ? 'page' : 'pages', { count: pages })
    return tokens === null ? '–' : t('tokens', { count: tokens.toLocaleString('en-GB') })
  }
  const columns: Column<Call>[] = [
    { id: 'at', head: t('at'), cell: ({ at }) => <DateText value={at} only="seconds" /> },
    { id: 'operation', head: t('operation'), cell: ({ operation }) => terms(operation) },
    { id: 'door', head: t('door'), cell: ({ door }) => terms(door) },
    { id: 'key', head: t('key'), cell: ({ key_name }) => key_name ?? '–' },
    {
      id: 'status',
      head: t('status'),
      cell: ({ state, status, error }) => (
        <span className={s.status}>
          <Badge tone={tones[state]}>{t(state)}</Badge>
          <code className={s.code}>{error ?? (status === 0 ? '' : status)}</code>
        </span>
      ),
    },
    { id: 'size', head: t('size'), numeric: true, cell: size },
    {
      id: 'duration',
      head: t('duration'),
      numeric: true,
      cell: ({ milliseconds }) =>
        milliseconds === null ? '–' : t('ms', { value: milliseconds.toLocaleString('en-GB') }),
    },
    {
      id: 'points',
      head: t('points'),
      numeric: true,
      cell: ({ point_cents }) => <Points cents={point_cents} />,
    },
    {
      id: 'request',
      head: t('request'),
      cell: ({ request_id, point_cents }) => {
        const id = <code className={s.id}>{request_id}</code>
        if (point_cents === 0) return id
        return (
          <Link to="/statement" search={{ request_id } as never} title={t('toStatement')}>
            {id}
          </Link>
        )
      },
    },
  ]
  return (
    <LongTable
      caption={t('log')}
      columns={columns}
      rows={calls}
      rowKey={({ request_id }) => request_id}
      empty={empty}
    />
  )
}
