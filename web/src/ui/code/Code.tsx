import { CopyButton } from '../copy-button/CopyButton.tsx'
import s from './Code.module.css'

interface Props {
  /** What it is, for screen readers and above it. */
  readonly label: string
  readonly text: string
  readonly onCopy?: () => void
}

/** A piece of code to read and to copy. */
export function Code({ label, text, onCopy }: Props) {
  return (
    <figure className={s.code}>
      <figcaption className={s.head}>
        <span>{label}</span>
        <CopyButton text={text} {...(onCopy ? { onCopy } : {})} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too */}
      <pre className={s.text} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
