import { Badge, type Tone } from '../badge/Badge.tsx'
import { type Column, Table } from '../table/Table.tsx'
import s from './Requirements.module.css'
import { useRequirementWords } from './words.ts'

export interface Requirement {
  readonly text: string
  readonly priority: 'must' | 'preferred'
  readonly status: 'met' | 'partly' | 'not_met'
  readonly evidence: string | null
  /** False if the resume doesn't mention it. */
  readonly stated: boolean
}

const tones: Readonly<Record<Requirement['status'], Tone>> = {
  met: 'success',
  partly: 'warning',
  not_met: 'danger',
}

/** The status of a requirement in one word. */
export function RequirementStatus({ status, stated }: Pick<Requirement, 'status' | 'stated'>) {
  const t = useRequirementWords()
  return <Badge tone={stated ? tones[status] : 'neutral'}>{t(stated ? status : 'not_stated')}</Badge>
}

interface Props {
  readonly requirements: readonly Requirement[]
  /** Scrolls to the quote, if its text is shown. */
  readonly onShow?: (index: number) => void
}

/** The requirements of a job with their results. */
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
