import { useCommonWords, useLanguage } from '../../i18n/index.ts'
import { formatPoints } from './format.ts'
import s from './Points.module.css'

interface Props {
  readonly cents: number
  /** Followed by the word "points". */
  readonly unit?: boolean
  /** With a sign, for movements. */
  readonly signed?: boolean
}

export function Points({ cents, unit, signed }: Props) {
  const t = useCommonWords()
  const language = useLanguage()
  return (
    <span className={s.points}>
      {formatPoints(cents, language, signed)}
      {unit && <span className={s.unit}> {t('points')}</span>}
    </span>
  )
}
