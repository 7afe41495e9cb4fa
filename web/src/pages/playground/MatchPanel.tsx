import { useRef, useState } from 'react'
import {
  Button,
  Card,
  CriteriaEditor,
  criteriaOf,
  type DraftCriterion,
  draftsOf,
  isComplete,
  TextArea,
  TextField,
  useProblems,
} from '../../ui/index.ts'
import { ApiCalls } from './ApiCalls.tsx'
import { filled } from './filled.ts'
import { MatchResult } from './MatchResult.tsx'
import s from './playground.module.css'
import { RunBar } from './RunBar.tsx'
import { usePrice, type useTry } from './use-try.ts'
import { useWords } from './words.ts'

export interface MatchTexts {
  readonly resume_text: string
  readonly jd_text: string
  readonly job_title: string
  /** Null: the requirements of the job description. */
  readonly criteria: readonly DraftCriterion[] | null
}

interface Props {
  readonly value: MatchTexts
  readonly onChange: (value: MatchTexts) => void
  readonly match: ReturnType<typeof useTry<'/try/match'>>
}

export function MatchPanel({ value, onChange, match }: Props) {
  const t = useWords()
  const problems = useProblems(match.error)
  const price = t('price', { points: usePrice('match').text })
  const set = (part: Partial<MatchTexts>) => onChange({ ...value, ...part })
  const body = {
    resume_text: value.resume_text,
    jd_text: value.jd_text,
    ...filled({ job_title: value.job_title }),
    ...(value.criteria && { criteria: criteriaOf(value.criteria) }),
  }
  const { criteria } = value
  const [asked, setAsked] = useState(0)
  const panel = useRef<HTMLDivElement>(null)
  const forget = () => {
    set({ criteria: null })
    panel.current?.querySelector('textarea')?.focus()
  }
  const texts = value.resume_text.trim() !== '' && value.jd_text.trim() !== ''
  return (
    <div ref={panel} className={s.stack}>
      <Card>
        <div className={s.stack}>
          <div className={s.two}>
            <TextArea
              label={t('resume')}
              rows={12}
              value={value.resume_text}
              onChange={(event) => set({ resume_text: event.target.value })}
              problem={problems('resume_text')}
            />
            <TextArea
              label={t('job')}
              rows={12}
              value={value.jd_text}
              onChange={(event) => set({ jd_text: event.target.value })}
              problem={problems('jd_text')}
            />
          </div>
          <TextField
            label={t('jobTitle')}
            value={value.job_title}
            onChange={(event) => set({ job_title: event.target.value })}
            problem={problems('job_title')}
          />
        </div>
      </Card>
      {criteria && (
        <Card
          title={t('criteria')}
          description={t('criteriaText')}
          actions={<Button onClick={forget}>{t('noCriteria')}</Button>}
        >
          <CriteriaEditor
            value={criteria}
            onChange={(next) => set({ criteria: next })}
            problems={problems}
            asked={asked}
          />
        </Card>
      )}
      <RunBar
        price={price}
        ready={texts && isComplete(criteria)}
        busy={match.isPending}
        error={match.error}
        cost={match.data?.cost}
        onRun={() => match.mutate(body)}
      />
      {match.data && (
        <MatchResult
          data={match.data.data}
          resume={match.variables?.resume_text ?? ''}
          onEdit={(requirements) => {
            set({ criteria: draftsOf(requirements) })
            setAsked(asked + 1)
          }}
        />
      )}
      <ApiCalls call={{ path: '/matches/resume-jd', tool: 'resume_match', body }} />
    </div>
  )
}
