import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/index.ts'
import { Icon } from '../ui/index.ts'
import { adminPlace, groups, type Place, settingsPlace } from './navigation.ts'
import s from './Sidebar.module.css'
import { useLayoutWords } from './words.ts'

/** All navigation links; the drawer on a phone shows them too. */
export function Sidebar({ onLeave }: { readonly onLeave?: () => void }) {
  const t = useLayoutWords()
  const { role } = useAccount()
  const last = role === 'admin' ? [settingsPlace, adminPlace] : [settingsPlace]
  return (
    <nav className={s.nav} aria-label={t('mainNavigation')}>
      <Link to="/" className={s.brand} onClick={onLeave}>
        <img src="/icon.svg" alt="" width={26} height={26} />
        Recruiter Open API
      </Link>
      {groups.map(({ word, places }) => (
        <section key={word ?? 'home'} className={s.group} {...(word ? { 'aria-label': t(word) } : {})}>
          {word && <p className={s.heading}>{t(word)}</p>}
          <Places places={places} onLeave={onLeave} />
        </section>
      ))}
      <section className={s.end} aria-label={t('account')}>
        <Places places={last} onLeave={onLeave} />
        <a className={s.place} href="/docs">
          <Icon name="book" size={18} />
          {t('reference')}
        </a>
      </section>
    </nav>
  )
}

function Places({
  places,
  onLeave,
}: {
  readonly places: readonly Place[]
  readonly onLeave?: (() => void) | undefined
}) {
  const t = useLayoutWords()
  return (
    <ul>
      {places.map(({ to, word, icon }) => (
        <li key={to}>
          <Link to={to} className={s.place} activeOptions={{ exact: to === '/' }} onClick={onLeave}>
            <Icon name={icon} size={18} />
            {t(word)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
