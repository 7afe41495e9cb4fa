import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/index.ts'
import { Card, Chart, ErrorNote, Figure, Points, Spinner } from '../../ui/index.ts'
import { QuotaFigure } from '../../ui/quota-figure/QuotaFigure.tsx'
import { callsByDay } from './calls-by-day.ts'
import s from './home.module.css'
import { useWords } from './words.ts'

/** Balance, usage, and a chart of the last two weeks. */
export function Summary() {
  const t = useWords()
  const balance = useQuery(read('/balance'))
  const usage = useQuery(read('/usage', { query: { days: 14 } }))
  return (
    <>
      <ErrorNote error={balance.error} onRetry={() => void balance.refetch()} />
      {balance.isPending && <Spinner />}
      {balance.data && (
        <div className={s.figures}>
          <Card>
            <Figure
              label={t('spendable')}
              value={<Points cents={balance.data.money.spendable} unit />}
              note={<Link to="/balance">{t('toBalance')}</Link>}
            />
          </Card>
          <Card>
            <Figure
              label={t('held')}
              value={<Points cents={balance.data.money.held} unit />}
              note={t('heldNote')}
            />
          </Card>
          <Card>
            <QuotaFigure label={t('today')} quota={balance.data.quota.daily} />
          </Card>
          <Card>
            <QuotaFigure label={t('month')} quota={balance.data.quota.monthly} />
          </Card>
        </div>
      )}
      {usage.data && (
        <Card
          title={t('calls')}
          description={t('zone', { zone: usage.data.time_zone })}
          actions={<Link to="/usage">{t('toUsage')}</Link>}
        >
          <UsageChart days={usage.data.days} />
        </Card>
      )}
    </>
  )
}

function UsageChart({ days }: { readonly days: Parameters<typeof callsByDay>[0] }) {
  const t = useWords()
  const found = callsByDay(days)
  if (found.days.length === 0) return <p className={s.text}>{t('noCalls')}</p>
  return (
    <Chart title={t('calls')} days={found.days} series={[{ label: t('callsSeries'), values: found.calls }]} />
  )
}
