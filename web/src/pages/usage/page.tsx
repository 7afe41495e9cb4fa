import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useSession } from '../../api/index.ts'
import { Card, EmptyState, ErrorNote, Page, PageHead, Select, Spinner, today } from '../../ui/index.ts'
import { ByOperation } from './ByOperation.tsx'
import { CallLog } from './CallLog.tsx'
import { Trend } from './Trend.tsx'
import { UsageFigures } from './UsageFigures.tsx'
import { useWords } from './words.ts'

const periods = ['7', '30', '90'] as const

export function UsagePage() {
  const t = useWords()
  const { time_zone } = useSession()
  const [period, setPeriod] = useState<(typeof periods)[number]>('30')
  const usage = useQuery({
    ...read('/usage', { query: { days: Number(period) } }),
    placeholderData: keepPreviousData,
  })
  const choice = (
    <Select
      label={t('range')}
      labelHidden
      value={period}
      onChange={setPeriod}
      options={periods.map((days) => ({ value: days, label: t(`days${days}`) }))}
    />
  )
  return (
    <Page>
      <PageHead title={t('title')} description={t('description')} actions={choice} />
      <ErrorNote error={usage.error} onRetry={() => void usage.refetch()} />
      {usage.isPending && <Spinner />}
      {usage.data && <UsageFigures usage={usage.data} />}
      {usage.data?.days.length === 0 && (
        <Card>
          <EmptyState icon="chart" title={t('noUsage')}>
            {t('noUsageText')}
          </EmptyState>
        </Card>
      )}
      {usage.data && usage.data.days.length > 0 && (
        <>
          <Trend usage={usage.data} today={today(time_zone)} count={Number(period)} />
          <ByOperation usage={usage.data} />
        </>
      )}
      <CallLog />
    </Page>
  )
}
