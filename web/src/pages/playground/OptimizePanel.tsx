import { Card, TextArea, TextField, useProblems } from '../../ui/index.ts'
import { ApiCalls } from './ApiCalls.tsx'
import { filled } from './filled.ts'
import { OptimizeResult } from './OptimizeResult.tsx'
import s from './playground.module.css'
import { RunBar } from './RunBar.tsx'
import { usePrice, type useTry } from './use-try.ts'
import { useWords } from './words.ts'

export interface OptimizeTexts {
  readonly jd_text: string
  readonly job_title: string
  readonly requirements: string
  readonly location: string
  readonly experience: string
}

interface Props {
  readonly value: OptimizeTexts
  readonly onChange: (value: OptimizeTexts) => void
  readonly optimize: ReturnType<typeof useTry<'/try/optimize'>>
}

export function OptimizePanel({ value, onChange, optimize }: Props) {
  const t = useWords()
  const problems = useProblems(optimize.error)
  const price = t('priceFrom', { points: usePrice('optimize_min').text })
  const body = filled({ ...value })
  const short = [
    { name: 'job_title', label: t('jobTitle') },
    { name: 'location', label: t('location') },
    { name: 'experience', label: t('experience') },
    { name: 'requirements', label: t('requirements') },
  ] as const
  return (
    <div className={s.stack}>
      <Card>
        <div className={s.stack}>
          <TextArea
            label={t('job')}
            rows={10}
            value={value.jd_text}
            onChange={(event) => onChange({ ...value, jd_text: event.target.value })}
            problem={problems('jd_text')}
          />
          <div className={s.fields}>
            {short.map(({ name, label }) => (
              <TextField
                key={name}
                label={label}
                value={value[name]}
                onChange={(event) => onChange({ ...value, [name]: event.target.value })}
                problem={problems(name)}
              />
            ))}
          </div>
        </div>
      </Card>
      <RunBar
        price={price}
        ready={Object.keys(body).length > 0}
        busy={optimize.isPending}
        error={optimize.error}
        cost={optimize.data?.cost}
        onRun={() => optimize.mutate(body)}
      />
      {optimize.data && (
        <OptimizeResult data={optimize.data.data} before={optimize.variables?.jd_text ?? ''} />
      )}
      <ApiCalls call={{ path: '/jds/optimize', tool: 'jd_optimize', body }} />
    </div>
  )
}
