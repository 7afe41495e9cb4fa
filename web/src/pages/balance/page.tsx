import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/index.ts'
import {
  ButtonLink,
  Card,
  Columns,
  ErrorNote,
  GrantsTable,
  MoneyIdentity,
  Page,
  PageHead,
  Spinner,
  TimeZoneNote,
} from '../../ui/index.ts'
import { QuotaFigure } from '../../ui/quota-figure/QuotaFigure.tsx'
import s from './balance.module.css'
import { KindsTable } from './KindsTable.tsx'
import { LowLineForm } from './LowLineForm.tsx'
import { Offers } from './Offers.tsx'
import { PaymentReturn } from './PaymentReturn.tsx'
import { Prices } from './Prices.tsx'
import { Redeem } from './Redeem.tsx'
import { useWords } from './words.ts'

export function BalancePage() {
  const t = useWords()
  const { data, error, isPending, refetch } = useQuery(read('/balance'))
  const toStatement = (
    <ButtonLink to="/statement" icon="list">
      {t('toStatement')}
    </ButtonLink>
  )
  return (
    <Page>
      <PageHead title={t('title')} description={t('description')} actions={toStatement} />
      <PaymentReturn />
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {isPending && <Spinner page />}
      {data && (
        <>
          <MoneyIdentity money={data.money} />
          <Offers />
          <Columns>
            <Redeem />
            <LowLineForm line={data.low_line} />
          </Columns>
          <KindsTable rows={data.by_kind} />
          <GrantsTable grants={data.grants} />
          <Columns>
            <Card title={t('quotas')} description={<TimeZoneNote />}>
              <div className={s.quotas}>
                <QuotaFigure label={t('today')} quota={data.quota.daily} />
                <QuotaFigure label={t('month')} quota={data.quota.monthly} />
              </div>
            </Card>
            <Prices prices={data.prices} />
          </Columns>
        </>
      )}
    </Page>
  )
}
