import { useEffect, useRef } from 'react'
import { useCommonWords, useLanguage } from '../../i18n/index.ts'
import { useShownTheme } from '../../theme/theme.ts'
import { Table } from '../table/Table.tsx'
import s from './Chart.module.css'
import type { Drawing } from './draw.ts'

export interface Series {
  readonly label: string
  readonly values: readonly number[]
}

interface Props {
  readonly title: string
  /** Calendar days, `2026-11-22`, oldest first. */
  readonly days: readonly string[]
  readonly series: readonly Series[]
  readonly kind?: 'bars' | 'lines'
  /** Formats a value. */
  readonly format?: (value: number) => string
}

/** Values by day as a chart, and as a table for screen readers and exact figures. */
export function Chart({ title, days, series, kind = 'bars', format = String }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const theme = useShownTheme()
  const language = useLanguage()
  const t = useCommonWords()
  const dayLabel = t('day')
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let drawing: Drawing | undefined
    let gone = false
    const drawn = import('./draw.ts').then(({ draw }) => {
      // The colours come from the style sheet, which already uses the new theme.
      if (!gone) drawing = draw(element, { days, dayLabel, series, kind, format, language, theme })
    })
    return () => {
      gone = true
      void drawn.then(() => drawing?.destroy())
    }
  }, [days, dayLabel, series, kind, format, language, theme])
  const columns = [
    { id: 'day', head: dayLabel, cell: (index: number) => days[index], main: true },
    ...series.map(({ label, values }) => ({
      id: label,
      head: label,
      cell: (index: number) => format(values[index] ?? 0),
      numeric: true,
    })),
  ]
  return (
    <figure className={s.chart}>
      <div ref={place} className={s.place} aria-hidden="true" />
      <details className={s.details}>
        <summary>{t('showTable')}</summary>
        <Table caption={title} columns={columns} rows={days.map((_, index) => index)} rowKey={String} />
      </details>
    </figure>
  )
}
