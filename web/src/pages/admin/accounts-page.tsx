import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { readPages } from '../../api/index.ts'
import { useTerms } from '../../i18n/index.ts'
import {
  Badge,
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
  Points,
  Spinner,
  TextField,
} from '../../ui/index.ts'
import type { AccountRow } from './admin.ts'
import { RefundButton } from './RefundButton.tsx'
import { useWords } from './words.ts'

export function AccountsPage() {
  const t = useWords()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const list = useInfiniteQuery({
    ...readPages('/admin/accounts', { search: wanted, limit: 50 }),
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  return (
    <Page>
      <PageHead title={t('accounts')} description={t('accountsText')} actions={<RefundButton />} />
      <Card flush>
        <Filters
          label={t('accounts')}
          wide={
            <TextField
              label={t('search')}
              type="search"
              maxLength={254}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          }
        />
        <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Spinner />}
        {list.data && <AccountsTable rows={rows} />}
        {rows.length > 0 && <LoadMore list={list} />}
      </Card>
    </Page>
  )
}

function AccountsTable({ rows }: { readonly rows: readonly AccountRow[] }) {
  const t = useWords()
  const terms = useTerms()
  const columns: Column<AccountRow>[] = [
    {
      id: 'email',
      head: t('email'),
      main: true,
      cell: ({ account }) => (
        <Link to="/admin/accounts/$id" params={{ id: account.account_id }}>
          {account.email}
        </Link>
      ),
    },
    { id: 'role', head: t('role'), cell: ({ account }) => terms(account.role) },
    { id: 'state', head: t('state'), cell: ({ disabled_at }) => <AccountState disabledAt={disabled_at} /> },
    {
      id: 'points',
      head: t('spendable'),
      numeric: true,
      cell: ({ spendable }) => <Points cents={spendable} />,
    },
    { id: 'created', head: t('created'), cell: ({ account }) => <DateText value={account.created_at} /> },
  ]
  return (
    <LongTable
      caption={t('accounts')}
      columns={columns}
      rows={rows}
      rowKey={({ account }) => account.account_id}
      empty={<EmptyState icon="users" title={t('noAccounts')} />}
    />
  )
}

export function AccountState({ disabledAt }: { readonly disabledAt: string | null }) {
  const t = useWords()
  if (disabledAt === null) return <Badge tone="success">{t('enabledState')}</Badge>
  return <Badge tone="danger">{t('disabledState')}</Badge>
}
