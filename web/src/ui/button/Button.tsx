import { Link, type LinkProps } from '@tanstack/react-router'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/paths.ts'
import s from './Button.module.css'

interface Look {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly small?: boolean
  readonly wide?: boolean
  readonly icon?: IconName
}
interface Props extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows progress; the button keeps width and focus and ignores clicks. */
  readonly busy?: boolean
}

const lookOf = ({ variant = 'secondary', small, wide }: Look) =>
  cx(s.button, s[variant], small && s.small, wide && s.wide)

export function Button({
  variant,
  small,
  wide,
  icon,
  busy,
  children,
  className,
  onClick,
  type,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={cx(lookOf({ variant, small, wide }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <span className={s.busy} aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  small,
  wide,
  icon,
  children,
  ...link
}: Look & LinkProps & { readonly children: ReactNode }) {
  return (
    <Link {...link} className={lookOf({ variant, small, wide })}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName
  /** The name for screen readers, also shown as a hint. */
  readonly label: string
}

export function IconButton({ icon, label, className, type, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={cx(s.icon, className)}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}
