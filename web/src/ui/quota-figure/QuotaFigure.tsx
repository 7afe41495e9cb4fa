import { Figure } from '../card/Card.tsx'
import { DateText } from '../date-text/DateText.tsx'
import { Meter } from '../meter/Meter.tsx'
import { useWords } from './words.ts'

interface Props {
  readonly label: string
  readonly quota: { readonly limit: number | null; readonly used: number; readonly resets_at: string }
}

/** Calls in a window against its quota. */
export function QuotaFigure({ label, quota }: Props) {
  const t = useWords()
  const { limit, used, resets_at } = quota
  const note =
    limit === null ? (
      t('none')
    ) : (
      <Meter label={label} value={used} max={limit}>
        {t('of', { limit: limit.toLocaleString('en-GB') })} · {t('resets')}{' '}
        <DateText value={resets_at} only="date" />
      </Meter>
    )
  return <Figure label={label} value={used.toLocaleString('en-GB')} note={note} />
}
