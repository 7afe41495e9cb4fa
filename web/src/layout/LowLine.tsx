import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../api/index.ts'
import { useLanguage } from '../i18n/index.ts'
import { formatPoints, Icon } from '../ui/index.ts'
import s from './Header.module.css'
import { useLayoutWords } from './words.ts'

/** A warning on every page while the balance is below the account's limit. */
export function LowLine() {
  const t = useLayoutWords()
  const language = useLanguage()
  const { data } = useQuery(read('/balance'))
  if (!data?.low || data.low_line === null) return null
  const points = formatPoints(data.money.spendable, language)
  return (
    <div className={s.line} role="status">
      <Icon name="warning" />
      <p>
        {t('low', { points, line: formatPoints(data.low_line, language) })}{' '}
        <Link to="/balance">{t('topUp')}</Link>
      </p>
    </div>
  )
}
