import { Card, Figure, Points } from '../../ui/index.ts'
import { QuotaFigure } from '../../ui/quota-figure/QuotaFigure.tsx'
import s from './usage.module.css'
import { sumOf, type Usage } from './usage.ts'
import { useWords } from './words.ts'

export function UsageFigures({ usage }: { readonly usage: Usage }) {
  const t = useWords()
  const calls = sumOf(usage.days, 'calls')
  const errors = sumOf(usage.days, 'errors')
  const share = calls === 0 ? '0 %' : `${((100 * errors) / calls).toFixed(1)} %`
  return (
    <div className={s.figures}>
      <Card>
        <Figure label={t('calls')} value={calls.toLocaleString('en-GB')} />
      </Card>
      <Card>
        <Figure label={t('points')} value={<Points cents={sumOf(usage.days, 'point_cents')} />} />
      </Card>
      <Card>
        <Figure
          label={t('errors')}
          value={errors.toLocaleString('en-GB')}
          note={t('errorShare', { share })}
        />
      </Card>
      <Card>
        <QuotaFigure label={t('today')} quota={usage.quota.daily} />
      </Card>
      <Card>
        <QuotaFigure label={t('month')} quota={usage.quota.monthly} />
      </Card>
    </div>
  )
}
