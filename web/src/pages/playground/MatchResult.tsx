import { useMemo, useState } from 'react'
import type { ReplyOf } from '../../api/index.ts'
import { Badge, Button, Card, type Mark, MarkedText, Note, Requirements, Score } from '../../ui/index.ts'
import s from './playground.module.css'
import { Sentences } from './Sentences.tsx'
import { useWords } from './words.ts'

type Data = ReplyOf<'post', '/try/match'>['data']

interface Props {
  readonly data: Data
  /** The text that was matched, not the one being typed. */
  readonly resume: string
  /** Takes the requirements over as criteria to edit. */
  readonly onEdit: (requirements: Data['requirements']) => void
}

/** The score with its reasons, and each requirement with its quote marked in the resume. */
export function MatchResult({ data, resume, onEdit }: Props) {
  const t = useWords()
  const [current, setCurrent] = useState<string | null>(null)
  const marks = useMemo(
    (): Mark[] =>
      data.requirements.flatMap(({ evidence }, index) =>
        evidence === null ? [] : [{ id: String(index), quote: evidence }],
      ),
    [data],
  )
  return (
    <>
      <Card>
        <div className={s.stack}>
          <p className={s.score}>
            <Score value={data.score} />
          </p>
          <p>{data.recommendation}</p>
          {data.warnings.map(({ code, message, where }) => (
            <Note key={`${code} ${where}`} tone="warning">
              {message}
            </Note>
          ))}
          <div className={s.two}>
            <Sentences title={t('strengths')} items={data.strengths} />
            <Sentences title={t('gaps')} items={data.gaps} />
          </div>
          <Sentences title={t('actions')} items={data.actions} />
          {data.keywords.length > 0 && (
            <div>
              <h3>{t('keywords')}</h3>
              <p className={s.tags}>
                {data.keywords.map((keyword) => (
                  <Badge key={keyword}>{keyword}</Badge>
                ))}
              </p>
            </div>
          )}
        </div>
      </Card>
      <div className={s.two}>
        <Card
          title={t('findings')}
          actions={<Button onClick={() => onEdit(data.requirements)}>{t('editCriteria')}</Button>}
          flush
        >
          <Requirements requirements={data.requirements} onShow={(index) => setCurrent(String(index))} />
        </Card>
        <Card title={t('evidence')}>
          <MarkedText label={t('resume')} text={resume} marks={marks} current={current} />
        </Card>
      </div>
    </>
  )
}
