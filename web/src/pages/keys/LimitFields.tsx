import { useCommonWords } from '../../i18n/index.ts'
import { parsePoints, TextField } from '../../ui/index.ts'
import type { Limits } from './key.ts'
import s from './keys.module.css'
import { useWords } from './words.ts'

export type LimitTexts = Readonly<Record<keyof Limits, string>>
const windows = ['daily', 'monthly', 'total'] as const
export const noLimits: LimitTexts = { daily: '', monthly: '', total: '' }

/** Limits in points as typed; an empty text means no limit. Null if one of them is not an amount. */
export function limitsOf(texts: LimitTexts): Limits | null {
  const read = (text: string) => (text.trim() === '' ? null : (parsePoints(text) ?? Number.NaN))
  const limits = { daily: read(texts.daily), monthly: read(texts.monthly), total: read(texts.total) }
  return Object.values(limits).some(Number.isNaN) ? null : limits
}

export function textsOf(limits: Limits): LimitTexts {
  const write = (cents: number | null) =>
    cents === null ? '' : (cents / 100).toFixed(2).replace(/\.00$/, '')
  return { daily: write(limits.daily), monthly: write(limits.monthly), total: write(limits.total) }
}

interface Props {
  readonly value: LimitTexts
  readonly onChange: (value: LimitTexts) => void
  /** The form was submitted, and not all fields are amounts. */
  readonly wrong: boolean
}

export function LimitFields({ value, onChange, wrong }: Props) {
  const t = useWords()
  const common = useCommonWords()
  const isWrong = (text: string) => wrong && text.trim() !== '' && parsePoints(text) === null
  return (
    <fieldset className={s.fieldset}>
      <legend>{t('limits')}</legend>
      <div className={s.three}>
        {windows.map((window) => (
          <TextField
            key={window}
            label={t(`${window}Limit`)}
            inputMode="decimal"
            placeholder={t('noLimit')}
            suffix={common('points')}
            value={value[window]}
            onChange={(event) => onChange({ ...value, [window]: event.target.value })}
            problem={isWrong(value[window]) ? t('wrongAmount') : undefined}
          />
        ))}
      </div>
      <p className={s.hint}>{t('limitsHint')}</p>
    </fieldset>
  )
}
