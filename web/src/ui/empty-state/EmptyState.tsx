import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/paths.ts'
import s from './EmptyState.module.css'

interface Props {
  readonly icon: IconName
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Shown for an empty list: its purpose, and how to add the first entry. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={s.empty}>
      <span className={s.icon}>
        <Icon name={icon} size={22} />
      </span>
      <p className={s.title}>{title}</p>
      {children && <p className={s.text}>{children}</p>}
      {action}
    </div>
  )
}
