import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import s from './Badge.module.css'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

/** A state in one word; the colour only repeats the word. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) {
  return <span className={cx(s.badge, s[tone])}>{children}</span>
}
