import { useState } from 'react'
import { Dialog, type Mark, MarkedText, Note, Requirements, Score } from '../../ui/index.ts'
import type { Candidate } from './batch.ts'
import s from './batches.module.css'
import { useWords } from './words.ts'

interface Props {
  readonly candidate: Candidate
  /** The resume, while this page still has it. */
  readonly text: string | undefined
  /** Labels of candidates that are likely duplicates. */
  readonly duplicates: readonly string[]
  readonly onClose: () => void
}

/** One candidate: each requirement with its quote marked in the text. */
export function CandidateDialog({ candidate, text, duplicates, onClose }: Props) {
  const t = useWords()
  const [current, setCurrent] = useState<string | null>(null)
  const { candidate_label: name, score, recommendation, strengths, gaps, requirements } = candidate
  const marks: Mark[] = requirements.flatMap(({ evidence }, index) =>
    evidence === null ? [] : [{ id: String(index), quote: evidence }],
  )
  return (
    <Dialog open wide onClose={onClose} title={name} description={recommendation || undefined}>
      {score !== null && <Score value={score} />}
      {duplicates.length > 0 && (
        <Note tone="warning">{t('duplicateOf', { names: duplicates.join(t('comma')) })}</Note>
      )}
      {candidate.warnings
        .filter(({ code }) => code !== 'likely_duplicate')
        .map(({ code, message, where }) => (
          <Note key={`${code} ${where}`} tone="warning">
            {message}
          </Note>
        ))}
      <div className={s.two}>
        <Points title={t('strengths')} points={strengths} />
        <Points title={t('gaps')} points={gaps} />
      </div>
      {requirements.length === 0 ? (
        <p className={s.muted}>{t('noRequirements')}</p>
      ) : (
        <Requirements
          requirements={requirements}
          {...(text === undefined ? {} : { onShow: (index: number) => setCurrent(String(index)) })}
        />
      )}
      {text === undefined ? (
        <Note>{t('textGone')}</Note>
      ) : (
        <div className={s.points}>
          <h3>{t('resumeText')}</h3>
          <MarkedText label={t('textOf', { name })} text={text} marks={marks} current={current} />
        </div>
      )}
    </Dialog>
  )
}

/** Sentences under a heading; nothing without sentences. */
export function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <div className={s.points}>
      <h3>{title}</h3>
      <ul className={s.list}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  )
}
