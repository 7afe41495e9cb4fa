import { useMemo } from 'react'
import type { ReplyOf } from '../../api/index.ts'
import {
  Badge,
  Card,
  Code,
  type Column,
  type Mark,
  MarkedText,
  Note,
  Table,
  type Tone,
} from '../../ui/index.ts'
import s from './playground.module.css'
import { Sentences } from './Sentences.tsx'
import { WordDiff } from './WordDiff.tsx'
import { useWords } from './words.ts'

type Data = ReplyOf<'post', '/try/optimize'>['data']
type Finding = Data['compliance'][number]

const tones: Readonly<Record<Finding['severity'], Tone>> = {
  violation: 'danger',
  risk: 'warning',
  advice: 'neutral',
}
const markTones = { violation: 'danger', risk: 'warning', advice: 'mark' } as const

interface Props {
  readonly data: Data
  /** The job description as sent. */
  readonly before: string
}

export function OptimizeResult({ data, before }: Props) {
  const t = useWords()
  const marks = useMemo(
    (): Mark[] =>
      data.compliance.map(({ quote, severity }, index) => ({
        id: String(index),
        quote,
        tone: markTones[severity],
      })),
    [data],
  )
  return (
    <>
      <Card title={t('compliance')} flush>
        <Findings findings={data.compliance} />
      </Card>
      {before.trim() !== '' && (
        <div className={s.two}>
          <Card title={t('original')}>
            <MarkedText label={t('original')} text={before} marks={marks} />
          </Card>
          <Card title={t('changesDiff')} description={t('changesDiffText')}>
            <WordDiff label={t('changesDiff')} before={before} after={data.content} />
          </Card>
        </div>
      )}
      <Card>
        <div className={s.stack}>
          <Code label={t('result')} text={data.content} />
          <div className={s.two}>
            <Sentences title={t('changes')} items={data.changes} />
            <Sentences title={t('missing')} items={data.missing} />
          </div>
        </div>
      </Card>
    </>
  )
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const t = useWords()
  const rows = findings.map((finding, index) => ({ ...finding, index }))
  const columns: Column<Finding & { index: number }>[] = [
    { id: 'quote', head: t('quote'), main: true, cell: ({ quote }) => quote },
    {
      id: 'severity',
      head: t('severity'),
      cell: ({ severity }) => <Badge tone={tones[severity]}>{t(severity)}</Badge>,
    },
    { id: 'basis', head: t('basis'), cell: ({ legal_basis }) => legal_basis },
    { id: 'suggestion', head: t('suggestion'), cell: ({ suggestion }) => suggestion },
  ]
  return (
    <Table
      caption={t('compliance')}
      columns={columns}
      rows={rows}
      rowKey={({ index }) => String(index)}
      empty={<Note tone="success">{t('noCompliance')}</Note>}
    />
  )
}
