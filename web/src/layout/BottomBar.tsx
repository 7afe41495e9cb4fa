import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/index.ts'
import s from './BottomBar.module.css'
import { phonePlaces } from './navigation.ts'
import { useLayoutWords } from './words.ts'

/** Navigation on a phone, within reach of the thumb. */
export function BottomBar({ onMore }: { readonly onMore: () => void }) {
  const t = useLayoutWords()
  return (
    <nav className={s.bar} aria-label={t('mainNavigation')}>
      {phonePlaces.map(({ to, word, icon }) => (
        <Link key={to} to={to} className={s.place} activeOptions={{ exact: to === '/' }}>
          <Icon name={icon} size={21} />
          {t(word)}
        </Link>
      ))}
      <button type="button" className={s.place} onClick={onMore} aria-haspopup="dialog">
        <Icon name="menu" size={21} />
        {t('more')}
      </button>
    </nav>
  )
}
