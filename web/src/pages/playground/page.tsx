import { useState } from 'react'
import { Page, PageHead, Tabs } from '../../ui/index.ts'
import { MatchPanel, type MatchTexts } from './MatchPanel.tsx'
import { OptimizePanel } from './OptimizePanel.tsx'
import type { ChosenFile } from './PagePicture.tsx'
import { ParsePanel } from './ParsePanel.tsx'
import { useTry } from './use-try.ts'
import { useWords } from './words.ts'

const noMatch: MatchTexts = { resume_text: '', jd_text: '', job_title: '', criteria: null }
const noJob = { jd_text: '', job_title: '', requirements: '', location: '', experience: '' }

/** Inputs and results are kept while another tab is shown. */
export function PlaygroundPage() {
  const t = useWords()
  const [tab, setTab] = useState<'parse' | 'match' | 'optimize'>('parse')
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [match, setMatch] = useState(noMatch)
  const [job, setJob] = useState(noJob)
  const parse = useTry('/try/parse')
  const matched = useTry('/try/match')
  const optimized = useTry('/try/optimize')
  const use = (resume_text: string) => {
    setMatch((now) => ({ ...now, resume_text }))
    setTab('match')
  }
  const tabs = [
    {
      value: 'parse',
      label: t('parse'),
      content: <ParsePanel file={file} onFile={setFile} parse={parse} onUse={use} />,
    },
    {
      value: 'match',
      label: t('match'),
      content: <MatchPanel value={match} onChange={setMatch} match={matched} />,
    },
    {
      value: 'optimize',
      label: t('optimize'),
      content: <OptimizePanel value={job} onChange={setJob} optimize={optimized} />,
    },
  ] as const
  return (
    <Page>
      <PageHead title={t('title')} description={t('description')} />
      <Tabs label={t('title')} value={tab} onChange={setTab} tabs={tabs} />
    </Page>
  )
}
