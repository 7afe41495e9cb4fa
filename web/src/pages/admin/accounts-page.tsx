import { PageHead } from '../../ui/index.ts'

export function AccountsPage() {
  return <PageHead title="AccountsPage" />
}
