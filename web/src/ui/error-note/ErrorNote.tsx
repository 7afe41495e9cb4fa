import type { ReactNode } from 'react'
import { ConsoleFault } from '../../api/index.ts'
import { useCommonWords, useErrorWords } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import s from './ErrorNote.module.css'

interface Props {
  /** Without an error nothing is shown. */
  readonly error: unknown
  readonly onRetry?: () => void
}

/** An error in words, with the request id for support. */
export function ErrorNote({ error, onRetry }: Props) {
  const t = useErrorWords()
  const common = useCommonWords()
  if (error === null || error === undefined) return null
  const fault = error instanceof ConsoleFault ? error : null
  return (
    <Note tone="danger" alert>
      <p>{t(fault?.code ?? 'internal_error')}</p>
      {fault?.requestId && fault.status >= 500 && (
        <p className={s.id}>
          {common('requestId')} {fault.requestId}
        </p>
      )}
      {onRetry && (
        <Button small onClick={onRetry} icon="refresh">
          {common('retry')}
        </Button>
      )}
    </Note>
  )
}

interface NoteProps {
  readonly tone?: 'info' | 'success' | 'warning' | 'danger'
  /** Announced as soon as it appears. */
  readonly alert?: boolean
  readonly children: ReactNode
}

export function Note({ tone = 'info', alert, children }: NoteProps) {
  const icon = tone === 'info' ? 'info' : tone === 'success' ? 'check' : 'warning'
  return (
    <div className={cx(s.note, s[tone])} role={alert ? 'alert' : undefined}>
      <Icon name={icon} size={18} />
      <div className={s.text}>{children}</div>
    </div>
  )
}
