import { PageHead } from '../../ui/index.ts'

export function AccountPage() {
  return <PageHead title="AccountPage" />
}
