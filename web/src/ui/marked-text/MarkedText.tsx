import { useEffect, useMemo, useRef } from 'react'
import { cx } from '../cx.ts'
import s from './MarkedText.module.css'
import { type Mark, segments } from './segments.ts'

interface Props {
  /** The name of the text, for screen readers. */
  readonly label: string
  readonly text: string
  readonly marks: readonly Mark[]
  /** The mark to scroll to. */
  readonly current?: string | null
}

/** A text with marked quotes. */
export function MarkedText({ label, text, marks, current }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const parts = useMemo(() => segments(text, marks), [text, marks])
  useEffect(() => {
    if (!current || place.current === null) return
    const found = place.current.querySelector<HTMLElement>(`[data-mark="${CSS.escape(current)}"]`)
    if (found) place.current.scrollTop = found.offsetTop - place.current.offsetTop - 80
  }, [current])
  const keys = keysOf(parts.map((part) => part.mark?.id ?? ''))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
    <section ref={place} className={s.text} aria-label={label} tabIndex={0}>
      {parts.map(({ text, mark }, index) =>
        mark === null ? (
          <span key={keys[index]}>{text}</span>
        ) : (
          <mark
            key={keys[index]}
            data-mark={mark.id}
            className={cx(mark.tone && s[mark.tone], mark.id === current && s.current)}
          >
            {text}
          </mark>
        ),
      )}
    </section>
  )
}

/** Only their order identifies the parts. */
function keysOf(ids: readonly string[]): string[] {
  return ids.map((id, index) => `${index} ${id}`)
}
