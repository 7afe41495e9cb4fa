import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useCommonWords } from '../../i18n/index.ts'
import { IconButton } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import s from './Dialog.module.css'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** Buttons at the end; the main action is last. */
  readonly actions?: ReactNode
  readonly wide?: boolean
  /** A click outside doesn't close it, because its content would be lost. */
  readonly sticky?: boolean
}

export function Dialog({ open, onClose, title, description, children, actions, wide, sticky }: Props) {
  const t = useCommonWords()
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => next || onClose()}
      disablePointerDismissal={sticky ?? false}
    >
      <Base.Portal>
        <Base.Backdrop className={s.backdrop} />
        <Base.Viewport className={s.viewport}>
          <Base.Popup className={cx(s.popup, wide && s.wide)}>
            <header className={s.head}>
              <Base.Title className={s.title}>{title}</Base.Title>
              <Base.Close render={<IconButton icon="close" label={t('close')} />} />
            </header>
            {description && <Base.Description className={s.description}>{description}</Base.Description>}
            {children && <div className={s.body}>{children}</div>}
            {actions && <footer className={s.actions}>{actions}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
