import { type Column, Dialog, RequirementStatus, Score, Table } from '../../ui/index.ts'
import type { Candidate } from './batch.ts'
import s from './batches.module.css'
import { Points } from './CandidateDialog.tsx'
import { useWords } from './words.ts'

interface Props {
  readonly pair: readonly [Candidate, Candidate]
  readonly onClose: () => void
}
interface Row {
  readonly text: string
  readonly found: readonly (Candidate['requirements'][number] | undefined)[]
}

/** Two candidates side by side, requirement by requirement. */
export function CompareDialog({ pair, onClose }: Props) {
  const t = useWords()
  const texts = [...new Set(pair.flatMap(({ requirements }) => requirements.map(({ text }) => text)))]
  const rows = texts.map(
    (text): Row => ({
      text,
      found: pair.map(({ requirements }) => requirements.find((requirement) => requirement.text === text)),
    }),
  )
  const columns: Column<Row>[] = [
    { id: 'text', head: t('requirement'), main: true, cell: ({ text }) => text },
    ...pair.map(({ index, candidate_label }, place) => ({
      id: String(index),
      head: candidate_label,
      cell: ({ found }: Row) => {
        const one = found[place]
        return one ? <RequirementStatus status={one.status} stated={one.stated} /> : '–'
      },
    })),
  ]
  return (
    <Dialog open wide onClose={onClose} title={t('compareTitle')}>
      <div className={s.two}>
        {pair.map((candidate) => (
          <section key={candidate.index} className={s.stack} aria-label={candidate.candidate_label}>
            <h3>{candidate.candidate_label}</h3>
            {candidate.score !== null && <Score value={candidate.score} />}
            <p>{candidate.recommendation}</p>
            <Points title={t('strengths')} points={candidate.strengths} />
            <Points title={t('gaps')} points={candidate.gaps} />
          </section>
        ))}
      </div>
      {rows.length > 0 && (
        <Table caption={t('compareTitle')} columns={columns} rows={rows} rowKey={({ text }) => text} />
      )}
    </Dialog>
  )
}
