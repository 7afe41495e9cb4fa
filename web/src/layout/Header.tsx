import { Link } from '@tanstack/react-router'
import { AccountMenu } from './AccountMenu.tsx'
import { BalanceChip } from './BalanceChip.tsx'
import s from './Header.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'

export function Header() {
  return (
    <header className={s.header}>
      <Link to="/" className={s.brand}>
        <img src="/icon.svg" alt="Recruiter Open API" width={28} height={28} />
      </Link>
      <div className={s.end}>
        <BalanceChip />
        <LanguageMenu />
        <ThemeMenu />
        <AccountMenu />
      </div>
    </header>
  )
}
