import { type IconName, iconPaths } from './paths.ts'

interface Props {
  readonly name: IconName
  readonly size?: number
}

/** A decorative icon beside a text; never the only name of a control. */
export function Icon({ name, size = 16 }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
