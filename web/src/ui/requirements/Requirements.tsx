import { Badge, type Tone } from '../badge/Badge.tsx'
import { type Column, Table } from '../table/Table.tsx'
import s from './Requirements.module.css'
import { useRequirementWords } from './words.ts'

export interface Requirement {
  readonly text: string
  readonly priority: 'must' | 'preferred'
  readonly status: 'met' | 'partly' | 'not_met'
  readonly evidence: string | null
  /** False where the text says nothing of it. */
  readonly stated: boolean
}

const tones: Readonly<Record<Requirement['status'], Tone>> = {
  met: 'success',
  partly: 'warning',
  not_met: 'danger',
}

/** What was found of a requirement, in a word. */
export function RequirementStatus({ status, stated }: Pick<Requirement, 'status' | 'stated'>) {
  const t = useRequirementWords()
  return <Badge tone={stated ? tones[status] : 'neutral'}>{t(stated ? status : 'not_stated')}</Badge>
}

interface Props {
  readonly requirements: readonly Requirement[]
  /** Brings the quote into view, where its text is shown. */
  readonly onShow?: (index: number) => void
}

/** What a job asks for, and what was found of it. */
export function Requirements({ requirements, onShow }: Props) {
  const t = useRequirementWords()
  const rows = requirements.map((requirement, index) => ({ ...requirement, index }))
  const columns: Column<(typeof rows)[number]>[] = [
    {
      id: 'text',
      head: t('requirement'),
      main: true,
      cell: ({ text, priority }) => (
        <span className={s.text}>
          {text}
          <Badge tone={priority === 'must' ? 'accent' : 'neutral'}>{t(priority)}</Badge>
        </span>
      ),
    },
    {
      id: 'status',
      head: t('status'),
      cell: ({ status, stated }) => <RequirementStatus {...{ status, stated }} />,
    },
    {
      id: 'evidence',
      head: t('evidence'),
      cell: ({ evidence, index }) => {
        if (evidence === null) return t('none')
        if (!onShow) return <q className={s.quote}>{evidence}</q>
        return (
          <button
            type="button"
            className={s.quote}
            aria-label={t('show', { text: evidence })}
            onClick={() => onShow(index)}
          >
            {evidence}
          </button>
        )
      },
    },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ index }) => String(index)} />
}
