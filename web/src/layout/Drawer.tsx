import { Dialog } from '@base-ui/react/dialog'
import { useCommonWords } from '../i18n/index.ts'
import { IconButton } from '../ui/index.ts'
import s from './Drawer.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useLayoutWords } from './words.ts'

/** All navigation links on a phone, in a side drawer. */
export function Drawer({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useLayoutWords()
  const common = useCommonWords()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={s.backdrop} />
        <Dialog.Popup className={s.popup} aria-label={t('mainNavigation')}>
          <Dialog.Close className={s.close} render={<IconButton icon="close" label={common('close')} />} />
          <Sidebar onLeave={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
