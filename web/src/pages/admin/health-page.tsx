import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/index.ts'
import { Badge, Card, DateText, ErrorNote, Figure, Page, PageHead, Points, Spinner } from '../../ui/index.ts'
import s from './admin.module.css'
import { VerifyCard } from './VerifyCard.tsx'
import { useWords } from './words.ts'

export function HealthPage() {
  const t = useWords()
  const { data, error, isPending, refetch } = useQuery({ ...read('/admin/health'), refetchInterval: 10_000 })
  return (
    <Page>
      <PageHead title={t('health')} description={t('healthText')} />
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {isPending && <Spinner page />}
      {data && (
        <div className={s.figures}>
          <Card>
            <Figure
              label={t('service')}
              value={
                <Badge tone={data.ready ? 'success' : 'danger'}>{t(data.ready ? 'ready' : 'notReady')}</Badge>
              }
              note={t('version', { version: data.version })}
            />
          </Card>
          <Card>
            <Figure
              label={t('engine')}
              value={data.engine.name}
              note={t('version', { version: data.engine.version })}
            />
          </Card>
          <Card>
            <Figure
              label={t('batchesRunning')}
              value={data.batches_running.toLocaleString('en-GB')}
              note={t('waiting', { count: data.candidates_waiting, running: data.candidates_running })}
            />
          </Card>
          <Card>
            <Figure label={t('oldest')} value={<DateText value={data.oldest_waiting_at} empty="–" />} />
          </Card>
          <Card>
            <Figure
              label={t('holds')}
              value={<Points cents={data.held_point_cents} />}
              note={t('holdsText', { count: data.holds_open })}
            />
          </Card>
          <Card>
            <Figure label={t('memory')} value={`${data.memory_mb} MB`} />
          </Card>
          <Card>
            <Figure
              label={t('uptime')}
              value={t('hours', {
                hours: Math.floor(data.uptime_seconds / 3600),
                minutes: Math.floor((data.uptime_seconds % 3600) / 60),
              })}
            />
          </Card>
        </div>
      )}
      <VerifyCard />
    </Page>
  )
}
