import { useSession } from '../../api/index.ts'
import { type Language, useCommonWords, useLanguage } from '../../i18n/index.ts'

interface Props {
  readonly value: string | null
  readonly only?: 'date' | 'time' | 'seconds'
  /** Shown without a time; default "never". */
  readonly empty?: string
}

/** A time in the time zone of the quotas, with UTC as a hint. */
export function DateText({ value, only, empty }: Props) {
  const t = useCommonWords()
  const format = useDateFormat(only)
  if (value === null) return <span>{empty ?? t('never')}</span>
  return (
    <time dateTime={value} title={`${value} (UTC)`}>
      {format(value)}
    </time>
  )
}

/** The same as plain text. */
export function useDateFormat(only?: Props['only']): (value: string) => string {
  const { time_zone } = useSession()
  const formatter = formatterOf(useLanguage(), time_zone, only)
  return (value) => formatter.format(new Date(value))
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(language: Language, timeZone: string, only: Props['only']): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${only}`
  const known = formatters.get(key)
  if (known) return known
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const date = { year: 'numeric', month: language === 'zh' ? '2-digit' : 'short', day: '2-digit' } as const
  const made = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone,
    ...(only === 'time' ? {} : date),
    ...(only === 'date' ? {} : time),
    ...(only === 'time' || only === 'seconds' ? { second: '2-digit' } : {}),
  })
  formatters.set(key, made)
  return made
}

/** Names the time zone of all times on a page. */
export function TimeZoneNote() {
  const t = useCommonWords()
  return <>{t('timeZone', { zone: useSession().time_zone })}</>
}
