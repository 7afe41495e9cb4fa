import { Toast } from '@base-ui/react/toast'
import { useCommonWords } from '../../i18n/index.ts'
import { IconButton } from '../button/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import s from './Toasts.module.css'
import { toastManager } from './toast.ts'

/** The area of short messages; screen readers announce them politely. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toastManager} timeout={5000} limit={2}>
      <Toast.Portal>
        <Toast.Viewport className={s.viewport}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
  const t = useCommonWords()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={s.toast} data-tone={toast.type}>
      <Toast.Content className={s.content}>
        <Icon name={toast.type === 'danger' ? 'warning' : 'check'} size={18} />
        <Toast.Title className={s.title} />
        <Toast.Close render={<IconButton icon="close" label={t('close')} />} />
      </Toast.Content>
    </Toast.Root>
  ))
}
