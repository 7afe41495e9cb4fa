import type { ReactNode } from 'react'
import { operationNames } from '../../api/index.ts'
import { useTerms } from '../../i18n/index.ts'
import { Badge, type Column, DateText, Sparkline, Table, type Tone } from '../../ui/index.ts'
import type { ApiKey } from './key.ts'
import s from './keys.module.css'
import { SpentOfLimit } from './SpentOfLimit.tsx'
import { useWords } from './words.ts'

const tones: Readonly<Record<ApiKey['state'], Tone>> = {
  active: 'success',
  disabled: 'warning',
  expired: 'neutral',
  revoked: 'neutral',
}

interface Props {
  readonly keys: readonly ApiKey[]
  readonly actions: (key: ApiKey) => ReactNode
  readonly empty: ReactNode
}

export function KeysTable({ keys, actions, empty }: Props) {
  const t = useWords()
  const terms = useTerms()
  const calls = (key: ApiKey) => key.calls_by_day.reduce((sum, count) => sum + count, 0)
  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      head: t('name'),
      main: true,
      cell: (key) => (
        <span className={s.name}>
          <span>{key.name}</span>
          <code className={s.four}>…{key.last_four}</code>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('state'),
      cell: (key) => (
        <span className={s.state}>
          <Badge tone={tones[key.state]}>{terms(key.state)}</Badge>
          {key.replaced_by !== null && key.state === 'active' && <Badge>{t('replaced')}</Badge>}
        </span>
      ),
    },
    {
      id: 'scopes',
      head: t('scopes'),
      cell: (key) =>
        key.scopes.length === operationNames.length ? (
          t('allScopes')
        ) : (
          <span className={s.scopes}>{key.scopes.map((scope) => terms(scope)).join(t('comma'))}</span>
        ),
    },
    { id: 'spent', head: t('spent'), cell: (key) => <SpentOfLimit apiKey={key} /> },
    {
      id: 'calls',
      head: t('calls'),
      cell: (key) => <Sparkline values={key.calls_by_day} label={t('callsLabel', { count: calls(key) })} />,
    },
    { id: 'used', head: t('lastUsed'), cell: (key) => <DateText value={key.last_used_at} /> },
    { id: 'created', head: t('created'), cell: (key) => <DateText value={key.created_at} only="date" /> },
    {
      id: 'expires',
      head: t('expires'),
      cell: (key) => <DateText value={key.expires_at} empty={t('noExpiry')} />,
    },
    { id: 'actions', head: '', actions: true, cell: actions },
  ]
  return (
    <Table caption={t('title')} columns={columns} rows={keys} rowKey={(key) => key.key_id} empty={empty} />
  )
}
