import { setTheme, useShownTheme, useTheme } from '../theme/theme.ts'
import { IconButton, Menu, MenuChoice } from '../ui/index.ts'
import { useLayoutWords } from './words.ts'

export function ThemeMenu() {
  const t = useLayoutWords()
  const icon = useShownTheme() === 'dark' ? 'moon' : 'sun'
  const options = [
    { value: 'system', label: t('themeSystem') },
    { value: 'light', label: t('themeLight') },
    { value: 'dark', label: t('themeDark') },
  ] as const
  return (
    <Menu trigger={<IconButton icon={icon} label={t('theme')} />}>
      <MenuChoice label={t('theme')} value={useTheme()} onChange={setTheme} options={options} />
    </Menu>
  )
}
