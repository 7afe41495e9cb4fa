import { Page, PageHead } from '../../ui/index.ts'
import { InvitesCard } from './InvitesCard.tsx'
import { VouchersCard } from './VouchersCard.tsx'
import { useWords } from './words.ts'

export function VouchersPage() {
  const t = useWords()
  return (
    <Page>
      <PageHead title={t('codes')} />
      <VouchersCard />
      <InvitesCard />
    </Page>
  )
}
