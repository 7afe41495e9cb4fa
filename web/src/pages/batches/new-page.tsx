import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isFault, read } from '../../api/index.ts'
import { Card, criteriaOf, ErrorNote, isComplete, Page, PageHead, useProblems } from '../../ui/index.ts'
import s from './batches.module.css'
import { CandidatesCard } from './CandidatesCard.tsx'
import { CriteriaCard } from './CriteriaCard.tsx'
import { DraftTable } from './DraftTable.tsx'
import { type DraftCandidate, startedWith, textCandidate } from './draft.ts'
import { JobCard } from './JobCard.tsx'
import { StartCard } from './StartCard.tsx'
import { useCriteria } from './use-criteria.ts'
import { useReading } from './use-reading.ts'
import { useStart } from './use-start.ts'
import { useWords } from './words.ts'

export function NewBatchPage() {
  const t = useWords()
  // `?from=<batch>`: the same candidates for another job, while this page has their texts.
  const { from = '', edit } = useSearch({ strict: false }) as { from?: string; edit?: string }
  const [before] = useState(() => startedWith(from))
  const [job, setJob] = useState(before?.jd_text ?? '')
  const [label, setLabel] = useState(before?.label ?? '')
  const [candidates, setCandidates] = useState<readonly DraftCandidate[]>(
    () => before?.resumes.map(({ label, text }) => textCandidate(label ?? '', text)) ?? [],
  )
  const balance = useQuery(read('/balance'))
  const reading = useReading(setCandidates)
  const start = useStart()
  const { criteria, setCriteria, ...ofCriteria } = useCriteria(from, edit === 'criteria')
  const problems = useProblems(start.error)
  const ready = candidates.filter(({ state }) => state === 'ready')
  const unread = candidates.some(({ state }) => state === 'waiting' || state === 'reading')
  const wrong = (candidate: DraftCandidate) =>
    problems(`resumes[${ready.indexOf(candidate)}].text`) !== undefined
  const shownAtFields = isFault(start.error, 'invalid_input') && (problems('jd_text') || ready.some(wrong))
  const missing = unread
    ? 'needRead'
    : ready.length === 0
      ? 'needCandidates'
      : job.trim() === ''
        ? 'needJob'
        : isComplete(criteria)
          ? null
          : 'needCriteria'
  const run = () =>
    start.mutate({
      jd_text: job,
      ...(label.trim() ? { label: label.trim() } : {}),
      resumes: ready.map(({ name, text }) => ({ label: name, text })),
      ...(criteria && { criteria: criteriaOf(criteria) }),
    })
  return (
    <Page>
      <PageHead title={t('newTitle')} description={t('newText')} />
      <ErrorNote error={balance.error} onRetry={() => void balance.refetch()} />
      <div className={s.two}>
        <JobCard {...{ job, label }} problem={problems('jd_text')} onJob={setJob} onLabel={setLabel} />
        <CandidatesCard
          candidates={candidates}
          pageCents={balance.data?.prices.parse_page}
          reading={reading.busy}
          onAdd={(added) => setCandidates((list) => [...list, ...added])}
          onRead={() => void reading.readAll(candidates)}
        />
      </div>
      <CriteriaCard value={criteria} onChange={setCriteria} onEdit={ofCriteria.edit} problems={problems} />
      {candidates.length > 0 && (
        <Card flush>
          <DraftTable
            candidates={candidates}
            pageCents={balance.data?.prices.parse_page ?? 0}
            wrong={wrong}
            onRemove={(id) => setCandidates((list) => list.filter((candidate) => candidate.id !== id))}
            onRetry={(candidate) => void reading.readOne(candidate)}
          />
        </Card>
      )}
      <StartCard
        count={ready.length}
        prices={balance.data}
        missing={missing}
        busy={start.isPending}
        error={shownAtFields ? null : start.error}
        onStart={run}
      />
    </Page>
  )
}
