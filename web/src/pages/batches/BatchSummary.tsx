import { Badge, Card, DateText, Figure, Points, Progress } from '../../ui/index.ts'
import type { Batch } from './batch.ts'
import { statusTones } from './batch.ts'
import s from './batches.module.css'
import { useWords } from './words.ts'

/** Progress and cost of a batch, and its summary at the end. */
export function BatchSummary({ batch }: { readonly batch: Batch }) {
  const t = useWords()
  const { head, summary } = batch
  const billing = (['pending', 'settled', 'not_charged'] as const).find(
    (name) => name === head.billing_status,
  )
  const progress = t('progressOf', { done: head.completed, all: head.total })
  return (
    <>
      <div className={s.figures}>
        <Card>
          <Figure
            label={t('status')}
            value={<Badge tone={statusTones[head.status]}>{t(head.status)}</Badge>}
            note={
              <Progress label={t('progress')} value={head.completed} max={head.total}>
                {progress}
              </Progress>
            }
          />
        </Card>
        <Card>
          <Figure
            label={t('billed')}
            value={<Points cents={head.billed_point_cents} unit />}
            note={billing ? t(billing) : head.billing_status}
          />
        </Card>
        <Card>
          <Figure
            label={t('created')}
            value={<DateText value={head.created_at} only="date" />}
            note={<DateText value={head.created_at} only="time" />}
          />
        </Card>
        <Card>
          <Figure
            label={t('endedAt')}
            value={<DateText value={head.ended_at} only="date" empty="–" />}
            note={head.ended_at && <DateText value={head.ended_at} only="time" />}
          />
        </Card>
      </div>
      <p className={head.status === 'running' ? s.muted : s.hidden} role="status">
        {head.status === 'running' ? `${t('remaining')} · ${progress}` : t('ended')}
      </p>
      {summary && (
        <Card title={t('summary')}>
          <div className={s.stack}>
            <p>{summary.matchConclusion}</p>
            {summary.topReasons.length > 0 && (
              <ul className={s.list}>
                {summary.topReasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
          </div>
        </Card>
      )}
    </>
  )
}
