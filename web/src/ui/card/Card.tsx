import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import s from './Card.module.css'

interface Props {
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
  /** No padding around the content: tables reach the edges. */
  readonly flush?: boolean
  readonly className?: string
}

export function Card({ title, description, actions, children, flush, className }: Props) {
  const id = useId()
  return (
    <section className={cx(s.card, className)} {...(title ? { 'aria-labelledby': id } : {})}>
      {(title || actions) && (
        <header className={s.head}>
          <div>
            {title && <h2 id={id}>{title}</h2>}
            {description && <p className={s.description}>{description}</p>}
          </div>
          {actions && <div className={s.actions}>{actions}</div>}
        </header>
      )}
      {children && <div className={cx(!flush && s.body)}>{children}</div>}
    </section>
  )
}

interface FigureProps {
  readonly label: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
}

/** An important number under its label. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className={s.figure}>
      <p className={s.label}>{label}</p>
      <p className={s.value}>{value}</p>
      {note && <p className={s.note}>{note}</p>}
    </div>
  )
}
