import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../api/index.ts'
import { useLanguage } from '../i18n/index.ts'
import { cx, formatPoints, Icon, Points } from '../ui/index.ts'
import s from './Header.module.css'
import { useLayoutWords } from './words.ts'

/** The spendable balance, on every page; uses the same query as the balance page. */
export function BalanceChip() {
  const t = useLayoutWords()
  const language = useLanguage()
  const { data } = useQuery(read('/balance'))
  if (data === undefined) return null
  const { spendable } = data.money
  return (
    <Link
      to="/balance"
      className={cx(s.chip, data.low && s.low)}
      aria-label={t('balanceChip', { points: formatPoints(spendable, language) })}
    >
      <Icon name="wallet" />
      <Points cents={spendable} />
    </Link>
  )
}
