import { setLanguage, useLanguage } from '../i18n/index.ts'
import { IconButton, Menu, MenuChoice } from '../ui/index.ts'
import { useLayoutWords } from './words.ts'

/** Each language in its own language. */
export const languages = [
  { value: 'zh', label: '简体中文' },
  { value: 'en', label: 'English' },
] as const

export function LanguageMenu() {
  const t = useLayoutWords()
  return (
    <Menu trigger={<IconButton icon="globe" label={t('language')} />}>
      <MenuChoice label={t('language')} value={useLanguage()} onChange={setLanguage} options={languages} />
    </Menu>
  )
}
