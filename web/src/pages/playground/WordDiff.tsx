import type { Change } from 'diff'
import { useEffect, useState } from 'react'
import { useLanguage } from '../../i18n/index.ts'
import { Spinner } from '../../ui/index.ts'
import s from './playground.module.css'
import { useWords } from './words.ts'

interface Props {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** Added and removed words; Chinese is segmented into words too. */
export function WordDiff({ label, before, after }: Props) {
  const t = useWords()
  const language = useLanguage()
  const [changes, setChanges] = useState<readonly Change[] | null>(null)
  useEffect(() => {
    let gone = false
    void import('diff').then(({ diffWords }) => {
      const intlSegmenter = new Intl.Segmenter(language, { granularity: 'word' })
      if (!gone) setChanges(diffWords(before, after, { intlSegmenter }))
    })
    return () => {
      gone = true
    }
  }, [before, after, language])
  if (changes === null) return <Spinner />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
    <section className={s.text} aria-label={label} tabIndex={0}>
      {changes.map(({ value, added, removed }, place) => {
        // Only their order identifies them.
        const key = `${place} ${added} ${removed}`
        if (added) return <Changed key={key} as="ins" say={t('added')} text={value} />
        if (removed) return <Changed key={key} as="del" say={t('removed')} text={value} />
        return <span key={key}>{value}</span>
      })}
    </section>
  )
}

interface ChangedProps {
  readonly as: 'ins' | 'del'
  /** Announced by screen readers in place of the colour. */
  readonly say: string
  readonly text: string
}

function Changed({ as: Tag, say, text }: ChangedProps) {
  return (
    <Tag>
      <span className={s.hidden}>{say}</span>
      {text}
    </Tag>
  )
}
