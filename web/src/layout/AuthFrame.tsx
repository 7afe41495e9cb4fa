import { type ReactNode, useEffect } from 'react'
import s from './AuthFrame.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
  /** Below the box: links to related pages. */
  readonly footer?: ReactNode
}

/** The frame of pages before the sign-in. */
export function AuthFrame({ title, description, children, footer }: Props) {
  useEffect(() => {
    document.title = `${title} · Recruiter Open API`
  }, [title])
  return (
    <div className={s.frame}>
      <header className={s.head}>
        <span className={s.brand}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          Recruiter Open API
        </span>
        <span className={s.menus}>
          <LanguageMenu />
          <ThemeMenu />
        </span>
      </header>
      <main className={s.main}>
        <div className={s.box}>
          <h1 className={s.title}>{title}</h1>
          {description && <p className={s.description}>{description}</p>}
          {children}
        </div>
        {footer && <p className={s.footer}>{footer}</p>}
      </main>
    </div>
  )
}
