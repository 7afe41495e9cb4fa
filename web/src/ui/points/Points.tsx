import { useCommonWords, useLanguage } from '../../i18n/index.ts'
import { formatPoints } from './format.ts'
import s from './Points.module.css'

interface Props {
  readonly cents: number
  /** With the word "points" after it. */
  readonly unit?: boolean
  /** With a sign: a movement. */
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
