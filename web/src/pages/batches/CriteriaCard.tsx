import { useState } from 'react'
import { Button, Card, CriteriaEditor, type DraftCriterion } from '../../ui/index.ts'
import { useWords } from './words.ts'

interface Props {
  /** Null: the requirements of the job description. */
  readonly value: readonly DraftCriterion[] | null
  readonly onChange: (value: readonly DraftCriterion[] | null) => void
  readonly onEdit: () => void
  readonly problems: (path: string) => string | undefined
}

/** The criteria of a batch: those of the job description, or exactly the ones entered here. */
export function CriteriaCard({ value, onChange, onEdit, problems }: Props) {
  const t = useWords()
  const [asked, setAsked] = useState(0)
  const edit = () => {
    onEdit()
    setAsked(asked + 1)
  }
  return (
    <Card
      title={t('criteria')}
      description={t(value === null ? 'criteriaOfJob' : 'criteriaOwn')}
      actions={
        value === null ? (
          <Button onClick={edit}>{t('editCriteria')}</Button>
        ) : (
          <Button onClick={() => onChange(null)}>{t('noCriteria')}</Button>
        )
      }
    >
      {value && <CriteriaEditor {...{ value, onChange, problems, asked }} />}
    </Card>
  )
}
