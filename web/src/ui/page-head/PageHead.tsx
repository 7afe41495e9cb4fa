import { type ReactNode, useEffect } from 'react'
import s from './PageHead.module.css'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
}

/** The page's only h1, and the title of the window. */
export function PageHead({ title, description, actions }: Props) {
  useEffect(() => {
    document.title = `${title} · Recruiter Open API`
  }, [title])
  return (
    <header className={s.head}>
      <div className={s.text}>
        <h1>{title}</h1>
        {description && <p className={s.description}>{description}</p>}
      </div>
      {actions && <div className={s.actions}>{actions}</div>}
    </header>
  )
}

/** The content of a page: blocks one below the other. */
export function Page({ children }: { readonly children: ReactNode }) {
  return <div className={s.page}>{children}</div>
}

/** Blocks side by side on wide screens. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className={s.columns}>{children}</div>
}
