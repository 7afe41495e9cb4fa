import { ConsoleFault } from '../../api/index.ts'
import { useErrorWords, useLanguage } from '../../i18n/index.ts'
import { Badge, Button, type Column, formatPoints, IconButton, Table, type Tone } from '../../ui/index.ts'
import s from './batches.module.css'
import type { DraftCandidate } from './draft.ts'
import { useWords } from './words.ts'

interface Props {
  readonly candidates: readonly DraftCandidate[]
  readonly pageCents: number
  readonly onRemove: (id: number) => void
  readonly onRetry: (candidate: DraftCandidate) => void
  /** Issues that the service reported for a candidate when the batch was started. */
  readonly wrong: (candidate: DraftCandidate) => boolean
}

const tones: Readonly<Record<DraftCandidate['state'], Tone>> = {
  waiting: 'neutral',
  reading: 'accent',
  ready: 'success',
  failed: 'danger',
}

/** Candidates of a batch that hasn't started, with the cost of reading each. */
export function DraftTable({ candidates, pageCents, onRemove, onRetry, wrong }: Props) {
  const t = useWords()
  const errors = useErrorWords()
  const language = useLanguage()
  const points = (cents: number) => formatPoints(cents, language)
  const stateOf = (candidate: DraftCandidate) => {
    const { state, source, pages, paidCents } = candidate
    if (state === 'waiting') return t('fileWaiting', { points: points(pageCents) })
    if (state === 'reading') return t('fileReading')
    if (state === 'failed') return t('fileFailed')
    return source === 'pdf' ? t('fileRead', { pages, points: points(paidCents) }) : t('fileReady')
  }
  const problemOf = (candidate: DraftCandidate) => {
    if (wrong(candidate)) return t('wrongText')
    if (candidate.state !== 'failed') return null
    const { error } = candidate
    if (error instanceof ConsoleFault && error.code === 'invalid_input') return t('notPdf')
    return errors(error instanceof ConsoleFault ? error.code : 'internal_error')
  }
  const columns: Column<DraftCandidate>[] = [
    { id: 'name', head: t('candidate'), main: true, cell: ({ name }) => name },
    { id: 'source', head: t('source'), cell: ({ source }) => t(source) },
    {
      id: 'state',
      head: t('status'),
      cell: (candidate) => (
        <span className={s.row}>
          <Badge tone={tones[candidate.state]}>{stateOf(candidate)}</Badge>
          <span className={s.problem}>{problemOf(candidate)}</span>
        </span>
      ),
    },
    {
      id: 'actions',
      head: '',
      actions: true,
      cell: (candidate) => (
        <span className={s.name}>
          {candidate.state === 'failed' && candidate.file && (
            <Button small onClick={() => onRetry(candidate)}>
              {t('retryFile')}
            </Button>
          )}
          <IconButton
            icon="close"
            label={t('remove', { name: candidate.name })}
            disabled={candidate.state === 'reading'}
            onClick={() => onRemove(candidate.id)}
          />
        </span>
      ),
    },
  ]
  return (
    <Table caption={t('candidates')} columns={columns} rows={candidates} rowKey={({ id }) => String(id)} />
  )
}
