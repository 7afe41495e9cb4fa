import type { ReactNode } from 'react'
import button from '../button/Button.module.css'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'

interface Props {
  /** From `downloadUrl`. */
  readonly href: string
  readonly children: ReactNode
}

/** A file of the service that the browser saves. */
export function DownloadLink({ href, children }: Props) {
  return (
    <a className={cx(button.button, button.secondary)} href={href} download>
      <Icon name="download" />
      {children}
    </a>
  )
}
