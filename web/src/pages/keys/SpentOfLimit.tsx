import { useLanguage } from '../../i18n/index.ts'
import { formatPoints, Meter, Points } from '../../ui/index.ts'
import type { ApiKey } from './key.ts'
import s from './keys.module.css'
import { useWords } from './words.ts'

const windows = ['daily', 'monthly', 'total'] as const

/** The amount spent of each limit of the key; the total if it has none. */
export function SpentOfLimit({ apiKey }: { readonly apiKey: ApiKey }) {
  const t = useWords()
  const language = useLanguage()
  const { limits, spent } = apiKey
  const limited = windows.filter((window) => limits[window] !== null)
  if (limited.length === 0) return <Points cents={spent.total} />
  return (
    <span className={s.limits}>
      {limited.map((window) => (
        <Meter key={window} label={t(`${window}Limit`)} value={spent[window]} max={limits[window] ?? 0}>
          {t(`${window}Short`)} {formatPoints(spent[window], language)} /{' '}
          {formatPoints(limits[window] ?? 0, language)}
        </Meter>
      ))}
    </span>
  )
}
