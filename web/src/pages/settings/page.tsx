import { useAccount } from '../../api/index.ts'
import { setLanguage, useLanguage, useTerms } from '../../i18n/index.ts'
import { languages } from '../../layout/LanguageMenu.tsx'
import { setTheme, type Theme, useTheme } from '../../theme/theme.ts'
import { Card, DateText, Page, PageHead, Select } from '../../ui/index.ts'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import s from './settings.module.css'
import { useWords } from './words.ts'

export function SettingsPage() {
  const t = useWords()
  const terms = useTerms()
  const account = useAccount()
  const theme = useTheme()
  const themes: { value: Theme; label: string }[] = [
    { value: 'system', label: t('themeSystem') },
    { value: 'light', label: t('themeLight') },
    { value: 'dark', label: t('themeDark') },
  ]
  return (
    <Page>
      <PageHead title={t('title')} />
      <Card title={t('account')}>
        <dl className={s.facts}>
          <dt>{t('email')}</dt>
          <dd>{account.email}</dd>
          <dt>{t('role')}</dt>
          <dd>{terms(account.role)}</dd>
          <dt>{t('since')}</dt>
          <dd>{account.created_at !== '' && <DateText value={account.created_at} only="date" />}</dd>
        </dl>
      </Card>
      <Card title={t('display')}>
        <div className={s.row}>
          <Select label={t('language')} value={useLanguage()} onChange={setLanguage} options={languages} />
          <Select label={t('theme')} value={theme} onChange={setTheme} options={themes} />
        </div>
      </Card>
      <PasswordCard />
      <SessionsCard />
    </Page>
  )
}
