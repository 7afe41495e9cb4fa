import { Meter as Base } from '@base-ui/react/meter'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import s from './Meter.module.css'

interface Props {
  readonly label: string
  readonly value: number
  readonly max: number
  /** Text beside the bar. */
  readonly children: ReactNode
}

/** The used share of a limit. The colour warns from 80 %; the text says the same. */
export function Meter({ label, value, max, children }: Props) {
  const share = max === 0 ? 1 : value / max
  const tone = share >= 1 ? s.full : share >= 0.8 ? s.near : undefined
  return (
    <Base.Root className={s.meter} value={Math.min(value, max)} max={Math.max(max, 1)} aria-label={label}>
      <span className={s.text}>{children}</span>
      <Base.Track className={s.track}>
        <Base.Indicator className={cx(s.bar, tone)} />
      </Base.Track>
    </Base.Root>
  )
}
