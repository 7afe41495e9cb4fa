import { useMemo, useState } from 'react'
import { Button, Card } from '../../ui/index.ts'
import type { Batch } from './batch.ts'
import s from './batches.module.css'
import { CandidateDialog } from './CandidateDialog.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { startedWith } from './draft.ts'
import { RankingFilters } from './RankingFilters.tsx'
import { RankingTable } from './RankingTable.tsx'
import { noFilter, ranked, shown, tagsOf } from './ranking.ts'
import { useWords } from './words.ts'

/** The ranked candidates, with filters, details, and a comparison of two. */
export function Ranking({ batch }: { readonly batch: Batch }) {
  const t = useWords()
  const [filter, setFilter] = useState(noFilter)
  const [selected, setSelected] = useState<readonly number[]>([])
  const [open, setOpen] = useState<number | null>(null)
  const [comparing, setComparing] = useState(false)
  const all = useMemo(() => ranked(batch.items), [batch.items])
  const list = useMemo(() => shown(all, filter), [all, filter])
  const tags = useMemo(() => tagsOf(all), [all])
  const byIndex = (index: number | null | undefined) => all.find((item) => item.index === index)
  const opened = byIndex(open)
  const [first, second] = [byIndex(selected[0]), byIndex(selected[1])]
  const select = (index: number, on: boolean) =>
    setSelected((now) => (on ? [...now, index].slice(-2) : now.filter((other) => other !== index)))
  return (
    <Card title={t('ranking')} flush>
      <RankingFilters value={filter} onChange={setFilter} tags={tags} />
      <div className={s.bar}>
        <Button icon="compare" small disabled={!first || !second} onClick={() => setComparing(true)}>
          {t('compare')}
        </Button>
        <span className={s.muted}>{t('compareHint')}</span>
      </div>
      <RankingTable candidates={list} selected={selected} onSelect={select} onOpen={setOpen} />
      {opened && (
        <CandidateDialog
          candidate={opened}
          text={startedWith(batch.head.batch_id)?.resumes[opened.index]?.text}
          duplicates={opened.duplicate_of.flatMap((index) => byIndex(index)?.candidate_label ?? [])}
          onClose={() => setOpen(null)}
        />
      )}
      {comparing && first && second && (
        <CompareDialog pair={[first, second]} onClose={() => setComparing(false)} />
      )}
    </Card>
  )
}
