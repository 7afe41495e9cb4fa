import { Badge, Checkbox, type Column, EmptyState, Score, Table, type Tone } from '../../ui/index.ts'
import s from './batches.module.css'
import type { Ranked } from './ranking.ts'
import { useWords } from './words.ts'

const tones: Readonly<Record<Ranked['state'], Tone>> = {
  waiting: 'neutral',
  running: 'accent',
  scored: 'success',
  failed: 'danger',
}
const tagsShown = 4

interface Props {
  readonly candidates: readonly Ranked[]
  readonly selected: readonly number[]
  readonly onSelect: (index: number, on: boolean) => void
  readonly onOpen: (index: number) => void
}

export function RankingTable({ candidates, selected, onSelect, onOpen }: Props) {
  const t = useWords()
  const columns: Column<Ranked>[] = [
    {
      id: 'name',
      head: t('candidate'),
      main: true,
      cell: ({ index, candidate_label, score, duplicate_of }) => (
        <span className={s.name}>
          <Checkbox
            label={<span className={s.hidden}>{t('select', { name: candidate_label })}</span>}
            checked={selected.includes(index)}
            disabled={score === null || (selected.length >= 2 && !selected.includes(index))}
            onChange={(on) => onSelect(index, on)}
          />
          <button type="button" className={s.open} onClick={() => onOpen(index)}>
            {candidate_label}
          </button>
          {duplicate_of.length > 0 && <Badge tone="warning">{t('duplicate')}</Badge>}
        </span>
      ),
    },
    { id: 'rank', head: t('rank'), numeric: true, cell: ({ rank }) => rank ?? '–' },
    {
      id: 'score',
      head: t('score'),
      cell: ({ score, state }) =>
        score === null ? <Badge tone={tones[state]}>{t(state)}</Badge> : <Score value={score} />,
    },
    {
      id: 'tags',
      head: t('tags'),
      cell: ({ tags }) =>
        tags.length === 0 ? (
          '–'
        ) : (
          <span className={s.tags} title={tags.join(' · ')}>
            {tags.slice(0, tagsShown).map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
            {tags.length > tagsShown && <Badge>+{tags.length - tagsShown}</Badge>}
          </span>
        ),
    },
    {
      id: 'recommendation',
      head: t('recommendation'),
      cell: ({ recommendation }) => <span className={s.clamp}>{recommendation || '–'}</span>,
    },
  ]
  return (
    <Table
      caption={t('ranking')}
      columns={columns}
      rows={candidates}
      rowKey={({ index }) => String(index)}
      empty={<EmptyState icon="search" title={t('noneFit')} />}
    />
  )
}
