import type { ReactNode } from 'react'
import s from './Filters.module.css'

interface Props {
  /** What is filtered, for screen readers. */
  readonly label: string
  readonly children?: ReactNode
  /** Somebody comes near: what the fields offer may be fetched now. */
  readonly onReach?: () => void
  /** A field that takes the room that is left: a search. */
  readonly wide?: ReactNode
}

/** Fields above a list that say what is in it; the list follows at once. */
export function Filters({ label, children, wide, onReach }: Props) {
  return (
    <search aria-label={label} className={s.filters} onFocus={onReach} onPointerEnter={onReach}>
      {children}
      {wide && <div className={s.wide}>{wide}</div>}
    </search>
  )
}
