import { useCallback, useMemo, useState } from 'react'
import { useLanguage, useTerms } from '../../i18n/index.ts'
import { Card, Chart, formatPoints, Select } from '../../ui/index.ts'
import s from './usage.module.css'
import { daysUntil, type OperationName, operationsOf, type Usage, valuesOf } from './usage.ts'
import { useWords } from './words.ts'

const measures = ['calls', 'points', 'errors', 'latency'] as const
type Shown = (typeof measures)[number]

interface Props {
  readonly usage: Usage
  readonly today: string
  readonly count: number
}

/** One line per operation by day; for latency, p50 and p95 of one operation. */
export function Trend({ usage, today, count }: Props) {
  const t = useWords()
  const terms = useTerms()
  const language = useLanguage()
  const [shown, setShown] = useState<Shown>('calls')
  const operations = useMemo(() => operationsOf(usage.days), [usage.days])
  const [chosen, setChosen] = useState<OperationName | null>(null)
  const operation = chosen ?? operations[0] ?? 'parseResume'
  const days = useMemo(() => daysUntil(today, count), [today, count])
  const series = useMemo(() => {
    const values = valuesOf.bind(null, usage.days, days)
    if (shown === 'latency') {
      return [
        { label: 'p50', values: values(operation, 'p50_ms') },
        { label: 'p95', values: values(operation, 'p95_ms') },
      ]
    }
    const measure = shown === 'points' ? 'point_cents' : shown
    return operations.map((name) => ({ label: terms(name), values: values(name, measure) }))
  }, [usage.days, days, shown, operation, operations, terms])
  const format = useCallback(
    (value: number) => {
      if (shown === 'points') return formatPoints(Math.round(value), language)
      return shown === 'latency' ? `${value} ms` : value.toLocaleString('en-GB')
    },
    [shown, language],
  )
  const tools = (
    <div className={s.tools}>
      {shown === 'latency' && (
        <Select
          label={t('operation')}
          labelHidden
          value={operation}
          onChange={setChosen}
          options={operations.map((name) => ({ value: name, label: terms(name) }))}
        />
      )}
      <Select
        label={t('show')}
        labelHidden
        value={shown}
        onChange={setShown}
        options={measures.map((name) => ({ value: name, label: t(name) }))}
      />
    </div>
  )
  return (
    <Card title={t('trend')} description={t('zone', { zone: usage.time_zone })} actions={tools}>
      <Chart title={t(shown)} days={days} series={series} kind="lines" format={format} />
    </Card>
  )
}
