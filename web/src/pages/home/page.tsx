import { useAccount } from '../../api/index.ts'
import { Note, Page, PageHead } from '../../ui/index.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { Summary } from './Summary.tsx'
import { useWords } from './words.ts'

export function HomePage() {
  const t = useWords()
  const { role } = useAccount()
  return (
    <Page>
      <PageHead title={t('title')} description={t('description')} />
      {role === 'job_seeker' && <Note tone="warning">{t('jobSeeker')}</Note>}
      {role === 'recruiter' && <FirstSteps />}
      <Summary />
    </Page>
  )
}
