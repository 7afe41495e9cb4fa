import { Card, TextArea, TextField } from '../../ui/index.ts'
import s from './batches.module.css'
import { useWords } from './words.ts'

interface Props {
  readonly job: string
  readonly label: string
  readonly problem: string | undefined
  readonly onJob: (job: string) => void
  readonly onLabel: (label: string) => void
}

export function JobCard({ job, label, problem, onJob, onLabel }: Props) {
  const t = useWords()
  return (
    <Card title={t('job')}>
      <div className={s.stack}>
        <TextField
          label={t('label')}
          maxLength={120}
          value={label}
          onChange={(event) => onLabel(event.target.value)}
        />
        <TextArea
          label={t('job')}
          hint={t('jobHint')}
          rows={12}
          required
          value={job}
          onChange={(event) => onJob(event.target.value)}
          problem={problem}
        />
      </div>
    </Card>
  )
}
