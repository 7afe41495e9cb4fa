import { Progress as Base } from '@base-ui/react/progress'
import type { ReactNode } from 'react'
import s from './Progress.module.css'

interface Props {
  readonly label: string
  readonly value: number
  readonly max: number
  /** Text beside the bar. */
  readonly children: ReactNode
}

/** Progress of a task. */
export function Progress({ label, value, max, children }: Props) {
  return (
    <Base.Root className={s.progress} value={value} max={Math.max(1, max)} aria-label={label}>
      <span>{children}</span>
      <Base.Track className={s.track}>
        <Base.Indicator className={s.bar} />
      </Base.Track>
    </Base.Root>
  )
}
