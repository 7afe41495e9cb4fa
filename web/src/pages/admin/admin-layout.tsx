import { Link, Outlet, useLocation } from '@tanstack/react-router'
import s from './admin.module.css'
import { useWords } from './words.ts'

const places = [
  { to: '/admin', word: 'accounts' },
  { to: '/admin/vouchers', word: 'codes' },
  { to: '/admin/health', word: 'health' },
  { to: '/admin/audit', word: 'audit' },
] as const

/** The frame of the administration pages. */
export function AdminLayout() {
  const t = useWords()
  const { pathname } = useLocation()
  const current = places.findLast(({ to }) => pathname.startsWith(to))?.to
  return (
    <>
      <nav className={s.nav} aria-label={t('nav')}>
        {places.map(({ to, word }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true }}
            aria-current={to === current ? 'page' : undefined}
          >
            {t(word)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
