import type { ReactNode } from 'react'
import s from './Filters.module.css'

interface Props {
  /** The name of the filtered list, for screen readers. */
  readonly label: string
  readonly children?: ReactNode
  /** Called when the pointer or focus approaches, so that options can be loaded. */
  readonly onReach?: () => void
  /** A field that takes the remaining width: a search. */
  readonly wide?: ReactNode
}

/** Filter fields above a list; the list is updated immediately. */
export function Filters({ label, children, wide, onReach }: Props) {
  return (
    <search aria-label={label} className={s.filters} onFocus={onReach} onPointerEnter={onReach}>
      {children}
      {wide && <div className={s.wide}>{wide}</div>}
    </search>
  )
}
