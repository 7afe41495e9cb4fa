import type { ReactNode } from 'react'
import { useCommonWords } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { ErrorNote } from '../error-note/ErrorNote.tsx'

interface Props {
  readonly open: boolean
  readonly title: ReactNode
  /** The consequence, and whether it can be undone. */
  readonly children: ReactNode
  readonly confirm: ReactNode
  readonly danger?: boolean
  readonly busy?: boolean
  readonly error?: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmDialog(props: Props) {
  const { open, title, children, confirm, danger, busy, error, onConfirm, onClose } = props
  const t = useCommonWords()
  const actions = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button variant={danger ? 'danger' : 'primary'} busy={busy ?? false} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  )
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={actions}>
      <div>{children}</div>
      <ErrorNote error={error} />
    </Dialog>
  )
}
