import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/index.ts'
import { useTerms } from '../../i18n/index.ts'
import {
  Button,
  Columns,
  ErrorNote,
  GrantsTable,
  MoneyIdentity,
  Page,
  PageHead,
  Spinner,
} from '../../ui/index.ts'
import { AccountState } from './accounts-page.tsx'
import type { AccountDetail, Grant } from './admin.ts'
import { ChangeCard } from './ChangeCard.tsx'
import { GrantDialog } from './GrantDialog.tsx'
import { QuotaCard } from './QuotaCard.tsx'
import { RefundButton } from './RefundButton.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { useWords } from './words.ts'

export function AccountPage() {
  const t = useWords()
  const { id = '' } = useParams({ strict: false })
  const { data, error, isPending, refetch } = useQuery(read('/admin/accounts/{id}', { path: { id } }))
  return (
    <Page>
      {data === undefined && (
        <PageHead title={t('accounts')} description={<Link to="/admin">{t('back')}</Link>} />
      )}
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {isPending && <Spinner page />}
      {data && <Account detail={data} />}
    </Page>
  )
}

function Account({ detail }: { readonly detail: AccountDetail }) {
  const t = useWords()
  const terms = useTerms()
  const { account } = detail
  const [granting, setGranting] = useState(false)
  const [withdrawing, setWithdrawing] = useState<Grant | null>(null)
  const withdraw = (grant: Grant) =>
    grant.remaining === 0 ? null : (
      <Button
        small
        onClick={() => setWithdrawing(grant)}
        aria-label={`${t('withdraw')}: ${grant.note ?? ''}`}
      >
        {t('withdraw')}
      </Button>
    )
  return (
    <>
      <PageHead
        title={account.email}
        description={
          <>
            <Link to="/admin">{t('back')}</Link> · {terms(account.role)} ·{' '}
            <AccountState disabledAt={detail.disabled_at} />
          </>
        }
        actions={
          <>
            <RefundButton />
            <Button variant="primary" icon="plus" onClick={() => setGranting(true)}>
              {t('grant')}
            </Button>
          </>
        }
      />
      <MoneyIdentity money={detail.money} />
      <Columns>
        <ChangeCard detail={detail} />
        <QuotaCard key={`${detail.own_daily} ${detail.own_monthly}`} detail={detail} />
      </Columns>
      <GrantsTable grants={detail.grants} actions={withdraw} />
      {granting && <GrantDialog account={account} onClose={() => setGranting(false)} />}
      {withdrawing && (
        <WithdrawDialog
          accountId={account.account_id}
          grant={withdrawing}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </>
  )
}
