import { CopyButton } from '../copy-button/CopyButton.tsx'
import s from './Code.module.css'

interface Props {
  /** A label, for screen readers and above the code. */
  readonly label: string
  readonly text: string
  readonly onCopy?: () => void
}

/** Code to read and copy. */
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
